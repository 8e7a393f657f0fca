// Two servers on one database share limits and sessions.
import { expect, onTestFinished, test } from 'vitest';

import { createAppServer } from '#lib/server/app/app-server.ts';
import { createApp } from '#lib/server/app/app.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import {
  AUTH,
  startReset,
  verifyCode,
  wrongCode,
} from '#tests/support/nouns/password-reset-requests.ts';
import { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

async function openTwo() {
  const site = await openSite();
  const second = await createAppServer(site.services.config, {
    logDestination: { write: () => undefined },
  });
  onTestFinished(() => second.close());
  const app = createApp(second);
  /** The same browser, talking to the second server. */
  const onSecond = (browser = site.guest()) => {
    const other = new Browser(app, 'http://localhost');
    for (const cookie of browser.cookies) other.cookies.set(...cookie);
    return other;
  };
  return { site, onSecond };
}

test('wrong passwords are counted across servers (ASVS 6.3.1)', async () => {
  const { site, onSecond } = await openTwo();
  const { email } = await site.member();
  const statuses = [];
  for (let nth = 0; nth < 11; nth += 1) {
    const browser = nth % 2 ? onSecond() : site.guest();
    const response = await browser.post(`${AUTH}/login`, { email, password: `guess ${nth}` });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('wrong codes are counted across servers, and a code works once (ASVS 6.5.1, 6.6.3)', async () => {
  const { site, onSecond } = await openTwo();
  const [maria, jun] = [await site.member(), await site.member()];
  const here = await startReset(site, maria.email);
  const secondBrowser = onSecond(here.browser);
  const statuses = [];
  for (let nth = 0; nth < 6; nth += 1) {
    const browser = nth % 2 ? secondBrowser : here.browser;
    statuses.push((await verifyCode(browser, here.token_id, wrongCode(here.otp))).status);
  }
  expect(statuses).toEqual([...Array(5).fill(400), 429]);

  const right = await startReset(site, jun.email);
  const both = [right.browser, onSecond(right.browser)];
  const responses = await Promise.all(
    both.map((each) => verifyCode(each, right.token_id, right.otp)),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('a member disabled on one server is logged out on the other, in every session (ASVS 7.4.2)', async () => {
  const { site, onSecond } = await openTwo();
  const phone = await site.signedIn();
  const devices = [phone];
  for (let nth = 0; nth < 4; nth += 1) devices.push(await site.signedIn(phone.member));
  const secondBrowser = devices.map((each) => onSecond(each));
  for (const each of secondBrowser) expect((await each.get('/api/web/forum')).status).toBe(200);
  await disableMember(site.services, phone.member.email);
  for (const each of secondBrowser) expect((await each.get('/api/web/forum')).status).toBe(401);
});
