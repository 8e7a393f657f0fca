// The reminder to an owner at half time of an offer without requests.
import { expect, test } from 'vitest';

import { remindOwners } from '#lib/server/exchange/listings/remind-owners.ts';
import { deleteExpiredNotifications } from '#lib/server/notifications/inbox/retention.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { BALER, GUIMBA, saveAlert } from '#tests/support/nouns/alerts.ts';
import { decline } from '#tests/support/nouns/appointments.ts';
import { emailsTo } from '#tests/support/nouns/emails.ts';
import { dayAfter, LISTING } from '#tests/support/nouns/listings.ts';
import {
  bearer,
  getAllNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import { ask, openPickupStage, pathOf, withPhone } from '#tests/support/nouns/pickups.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TITLE = 'No request for your listing yet';

/** An offer for 14 days, published at an hour in the region. */
async function open(listing: object = {}, hour = 12) {
  const site = await openSite();
  site.advanceTo(hour);
  const stage = await openPickupStage(site, listing);
  const heard = async () =>
    (await getAllNotifications(stage.owner)).map(({ title, content }) => [title, content]);
  return { site, stage, heard };
}

async function remindAfter(site: Site, days: number): Promise<void> {
  site.advanceClock(days * DAY);
  // As several servers do.
  await Promise.all([1, 2, 3].map(() => remindOwners(site.services)));
}

test('it suggests missing details, and names the number of matching alerts', async () => {
  const { site, stage, heard } = await open();
  const [near, far] = [await site.signedIn(), await site.signedIn()];
  for (const search of [{}, { material: 'rice-straw' }, { town: GUIMBA, within: 10 }])
    await saveAlert(near, search);
  await saveAlert(far, { material: 'coconut-husk' });
  await saveAlert(far, { material: 'rice-straw', town: BALER, within: 10 });
  await saveAlert(stage.owner, {});
  await remindAfter(site, 7);
  const sentences = [
    'It helps to add a photo, to say whether a truck can reach it and to give a price, or say that it’s free.',
    '1 member has an alert that matches it.',
  ];
  expect(await heard()).toEqual([[TITLE, `“Rice straw”. ${sentences.join(' ')}`]]);
  const [email, ...others] = await emailsTo(site, stage.owner.member);
  expect(others).toEqual([]);
  expect(email?.subject).toBe('No request yet: Rice straw');
  for (const sentence of sentences) expect(email?.text).toContain(sentence);
  expect(email?.text).toContain(`/forums/posts/${stage.post.post_id}`);
});

test('it does not suggest details that are present', async () => {
  const { site, stage, heard } = await open({ truck_access: true, terms: 'free' });
  await remindAfter(site, 6);
  await site.services.db
    .insertInto('attachments')
    .values({ post_id: stage.post.post_id, position: 0, image_key: newId(), alt: null })
    .execute();
  await remindAfter(site, 1);
  expect(await heard()).toEqual([
    [
      TITLE,
      '“Rice straw”. It says all that helps. You can share its link. No members have an alert that matches it.',
    ],
  ]);
});

test('a listing that was requested has the ordinary reminder, whatever became of the request', async () => {
  const { site, stage, heard } = await open();
  const path = pathOf(await ask(stage, await withPhone(site), { day: dayAfter(site, 1) }));
  requireOk(await decline(stage.owner, path));
  await remindAfter(site, 7);
  expect((await heard())[0]?.[0]).toBe('Is this still there?');
  expect((await heard()).map(([title]) => title)).not.toContain(TITLE);
});

test('a request at night stops the email in the morning', async () => {
  const { site, stage } = await open({}, 22);
  await remindAfter(site, 7);
  expect(await emailsTo(site, stage.owner.member)).toEqual([]);
  requireOk(await ask(stage, await withPhone(site), { day: dayAfter(site, 1) }));
  site.advanceClock(9 * HOUR);
  const emails = await emailsTo(site, stage.owner.member);
  expect(emails.map(({ subject }) => subject.startsWith('No request'))).toEqual([false]);
});

test('it is sent once per listing, even if read long ago and the listing was extended', async () => {
  const { site, stage } = await open();
  const path = `/api/web/forum/posts/${stage.post.post_id}/listing`;
  await remindAfter(site, 7);
  const [first] = await getAllNotifications(stage.owner);
  requireOk(
    await stage.owner.change(
      'PATCH',
      `${NOTIFICATIONS}/${String(first?.['id'])}/read`,
      {},
      await bearer(stage.owner),
    ),
  );
  // Longer than a session lasts.
  const keep = async (days: number) => {
    const owner = await site.signedIn(stage.owner.member);
    requireOk(await owner.change('PUT', path, { ...LISTING, until: dayAfter(site, days) }));
    return owner;
  };
  for (const days of [50, 50]) {
    await keep(60);
    site.advanceClock(days * DAY);
    await deleteExpiredNotifications(site.services);
  }
  const owner = await keep(14);
  await remindAfter(site, 7);
  const titles = (await getAllNotifications(owner)).map(({ title }) => title);
  expect(titles).toEqual(['Is this still there?', TITLE]);
});
