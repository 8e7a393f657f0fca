// The response must not reveal whether an address has an account.
import { expect, test } from 'vitest';

import { LIMITS } from '#lib/server/people/applications/apply.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import {
  APPLICANT,
  APPLICATIONS,
  applyFor,
  countRows,
  JOIN,
  makeInvitation,
  signInStaff,
} from '#tests/support/nouns/joining.ts';
import { openSite } from '#tests/support/site/site.ts';

test('addresses of members, disabled members and unknown people get the same response and rows', async () => {
  const site = await openSite();
  const { db } = site.services;
  const known = await site.member();
  const disabled = await site.member({ disabled_at: 1 });
  const staff = await signInStaff(site);
  const { code: invitation } = await makeInvitation(staff, site);
  const emails = [known.email, disabled.email, 'nobody@farm.example'];
  for (const given of [{}, { invitation }]) {
    const responses = [];
    for (const email of emails) {
      const before = [await countRows(db, 'applications'), await countRows(db, 'deliveries')];
      const { status, body, headers } = await applyFor(site.guest(), { email, ...given });
      const after = [await countRows(db, 'applications'), await countRows(db, 'deliveries')];
      const added = after.map((count, nth) => count - (before[nth] ?? 0));
      const fields = [...headers].filter(([name]) => name !== 'set-cookie');
      responses.push(JSON.stringify({ status, body, fields, added }));
    }
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toContain('"added":[1,1]');
  }
  const delivered = await deliveredEmails(site);
  expect(delivered).toHaveLength(6);
  for (const { email } of [known, disabled]) {
    const own = delivered.filter((each) => each.includes(`<${email}>`));
    expect(own).toHaveLength(2);
    for (const each of own) {
      expect(each).toContain('You already have an account');
      expect(each).not.toContain('/join/confirm/');
    }
  }
  const { applications } = (await staff.get(APPLICATIONS)).body['data'];
  expect(applications.map(({ email }: { email: string }) => email)).toEqual([
    'nobody@farm.example',
  ]);
});

test('known and unknown addresses take the same processor time', async () => {
  const site = await openSite();
  const work = async (email: string) => {
    const browser = site.guest();
    const token = await browser.token();
    await site.services.limits.reset(LIMITS.joinIp, '127.0.0.1');
    const start = process.cpuUsage();
    await browser.post(JOIN, { ...APPLICANT, email }, { 'x-csrf-token': token });
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const works = { unknown: [] as number[], known: [] as number[] };
  for (let nth = 0; nth < 40; nth += 1) {
    const { email } = await site.member();
    const pair = [
      ['unknown', `nobody${nth}@farm.example`],
      ['known', email],
    ] as const;
    // The first request after adding the member has cold caches.
    for (const [kind, address] of nth % 2 ? pair : pair.toReversed())
      works[kind].push(await work(address));
  }
  // The fastest quarter, because other processes and garbage collections slow down the rest.
  const [unknown = 0, known = 0] = Object.values(works).map(
    (all) => all.toSorted((a, b) => a - b)[10],
  );
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(1.3);
});
