// Two servers on one database count together and forget together, as one would.
import { expect, onTestFinished, test } from 'vitest';

import { createApp } from '#lib/server/app.ts';
import { disableMember } from '#lib/server/members/membership.ts';
import { openServer } from '#lib/server/services.ts';
import { openSite } from '#tests/support/api.ts';
import { Browser } from '#tests/support/http-browser.ts';
import { AUTH, begun, verify, wrong } from '#tests/support/recovery-calls.ts';

async function openTwo() {
  const site = await openSite();
  const second = await openServer(site.services.config, { logTo: { write: () => undefined } });
  onTestFinished(() => second.close());
  const app = createApp(second);
  /** The same browser at the other server. */
  const there = (browser = site.guest()) => {
    const other = new Browser(app, 'http://localhost');
    for (const cookie of browser.cookies) other.cookies.set(...cookie);
    return other;
  };
  return { site, there };
}

test('wrong passwords are counted together (ASVS 6.3.1)', async () => {
  const { site, there } = await openTwo();
  const { email } = await site.member();
  const statuses = [];
  for (let nth = 0; nth < 11; nth += 1) {
    const browser = nth % 2 ? there() : site.guest();
    const answer = await browser.post(`${AUTH}/login`, { email, password: `guess ${nth}` });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('wrong codes are counted together, and a code serves once (ASVS 6.5.1, 6.6.3)', async () => {
  const { site, there } = await openTwo();
  const [maria, jun] = [await site.member(), await site.member()];
  const here = await begun(site, maria.email);
  const elsewhere = there(here.browser);
  const statuses = [];
  for (let nth = 0; nth < 6; nth += 1) {
    const browser = nth % 2 ? elsewhere : here.browser;
    statuses.push((await verify(browser, here.token_id, wrong(here.otp))).status);
  }
  expect(statuses).toEqual([...Array(5).fill(400), 429]);

  const right = await begun(site, jun.email);
  const both = [right.browser, there(right.browser)];
  const answers = await Promise.all(both.map((each) => verify(each, right.token_id, right.otp)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('who is disabled at one is out at the other, on every device (ASVS 7.4.2)', async () => {
  const { site, there } = await openTwo();
  const phone = await site.signedIn();
  const devices = [phone];
  for (let nth = 0; nth < 4; nth += 1) devices.push(await site.signedIn(phone.member));
  const elsewhere = devices.map((each) => there(each));
  for (const each of elsewhere) expect((await each.get('/api/web/forum')).status).toBe(200);
  await disableMember(site.services, phone.member.email);
  for (const each of elsewhere) expect((await each.get('/api/web/forum')).status).toBe(401);
});
