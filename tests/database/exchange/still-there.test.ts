// The email before a listing ends, and the button that extends it.
import { expect, test } from 'vitest';

import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { makeDueRounds } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { expireListings } from '#lib/server/exchange/listings/expire-listings.ts';
import { remindOwners } from '#lib/server/exchange/listings/remind-owners.ts';
import { emailsTo } from '#tests/support/nouns/emails.ts';
import { dayAfter, LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A listing that ends in 14 days, published at noon, when no quiet hours hold an email. */
async function open(listing: object = {}) {
  const site = await openSite();
  site.advanceTo(12);
  const owner = await site.signedIn();
  const { post, path } = await publishListing(owner, listing);
  const read = async () =>
    (await owner.get(`/api/web/forum/posts/${post.post_id}`)).body['data'].listing;
  return { site, owner, post, path, read, page: `/exchange/${post.post_id}/still-there` };
}

async function remindAfter(site: Site, days: number): Promise<void> {
  site.advanceClock(days * DAY);
  await remindOwners(site.services);
}

test('the day before the last day an email is sent, whose one button opens the page with the form', async () => {
  const { site, owner, page } = await open();
  await remindAfter(site, 13);
  const [email, ...others] = await emailsTo(site, owner.member);
  expect(others).toEqual([]);
  expect(email?.subject).toBe('Ends tomorrow: Rice straw. Still there?');
  expect(email?.text).toContain(
    `Yes, still there:\n${site.services.config.publicUrl}${page}`.replaceAll('\n', '\r\n'),
  );
  expect(email?.html.match(/class="button"/g)).toHaveLength(1);
});

test.each([
  ['extended', (site: Site) => ({ ...LISTING, until: dayAfter(site, 9) }), 'PUT', ''],
  ['gone', () => ({ status: 'gone' }), 'POST', '/status'],
])(
  'for a listing that is %s before the email is sent, it is dropped',
  async (_, change, method, suffix) => {
    const { site, owner, path } = await open();
    await remindAfter(site, 13);
    requireOk(
      method === 'PUT'
        ? await owner.change('PUT', path, change(site))
        : await owner.post(path + suffix, change(site)),
    );
    expect(await emailsTo(site, owner.member)).toEqual([]);
  },
);

test('a press extends it to 14 days from today, and a second one changes nothing', async () => {
  const { site, owner, page, read } = await open({
    amount: 40,
    unit: 'bundle',
    barangay: 'Macamias',
  });
  const before = await read();
  site.advanceClock(13 * DAY);
  expect(redirectOf(await sendForm(owner, page, {}))).toEqual([303, page]);
  const extended = await read();
  expect(extended).toMatchObject({
    ...before,
    until: dayAfter(site, 14),
    facts: expect.any(Array),
    updated_at: expect.any(String),
  });
  site.advanceClock(HOUR);
  expect(redirectOf(await sendForm(owner, page, {}))).toEqual([303, page]);
  expect(await read()).toEqual(extended);
  // Reminders start again.
  await remindAfter(site, 13);
  expect((await emailsTo(site, owner.member)).map(({ subject }) => subject)).toEqual([
    'Ends tomorrow: Rice straw. Still there?',
  ]);
});

test('a press never makes the last day earlier', async () => {
  const { site, owner, page, path, read } = await open();
  requireOk(await owner.change('PUT', path, { ...LISTING, until: dayAfter(site, 50) }));
  await sendForm(owner, page, {});
  expect((await read()).until).toBe(dayAfter(site, 50));
});

test('an expired listing opens again, also for alerts', async () => {
  const { site, owner, page, read, post } = await open();
  site.advanceClock(15 * DAY);
  await expireListings(site.services);
  expect((await read()).status).toBe('expired');
  expect(redirectOf(await sendForm(owner, page, {}))).toEqual([303, page]);
  expect(await read()).toMatchObject({ status: 'open', until: dayAfter(site, 14) });
  const row = await site.services.db
    .selectFrom('listings')
    .where('post_id', '=', post.post_id)
    .select('alerts_due_at')
    .executeTakeFirstOrThrow();
  expect(row.alerts_due_at).toBeGreaterThan(site.services.now() - HOUR);
});

test.each(['gone', 'withdrawn'])(
  'a listing that its owner marked as %s stays so',
  async (status) => {
    const { owner, page, path, read } = await open();
    requireOk(await owner.post(`${path}/status`, { status }));
    const before = await read();
    expect(await codeOf(await sendForm(owner, page, {}))).toEqual([409, 'listing_not_open']);
    expect(await read()).toEqual(before);
  },
);

test('neither others nor a forged form can extend it', async () => {
  const { site, owner, page, read, path } = await open();
  site.advanceClock(5 * DAY);
  const before = await read();
  const other = await site.signedIn();
  expect(await codeOf(await sendForm(other, page, {}))).toEqual([403, 'post_not_yours']);
  expect(await codeOf(await sendForm(owner, page, { csrf_token: '' }))).toEqual([
    403,
    'invalid_csrf_token',
  ]);
  expect(await read()).toEqual(before);
  requireOk(await owner.change('DELETE', path));
  expect(await codeOf(await sendForm(owner, page, {}))).toEqual([404, 'listing_not_found']);
});

test('a press extends a repeated listing as long as a new one, even on its last day', async () => {
  const { site, owner, page, post, read } = await open();
  const repeat = { weeks: 4 as const, weekday: weekdayOf(dayAfter(site, 3)) };
  const state = { ...LISTING, amount: 3, unit: 'truckload', until: dayAfter(site, 14), repeat };
  const path = `/api/web/forum/posts/${post.post_id}/listing`;
  requireOk(await owner.change('PUT', path, state));
  site.advanceClock(14 * DAY);
  await sendForm(owner, page, {});
  expect((await read()).until).toBe(dayAfter(site, 84));
  await makeDueRounds(site.services);
  const { body } = await owner.get(`/api/web/forum/posts/${post.post_id}/rounds`);
  expect(body['data'].map(({ day }: { day: string }) => day)).toContain(dayAfter(site, 17));
});
