import { expect, onTestFinished, test } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import { createAppServer } from '#lib/server/app/app-server.ts';
import { notifyOfNewListings } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { addAlerts, isAnyDue, listRecipients } from '#tests/support/nouns/alerts.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

/** A second server on the database, with the same clock. */
async function openSecond({ services }: Site): Promise<Services> {
  const { config, now } = services;
  const second = await createAppServer(config, {
    clocks: { now },
    logDestination: { write: () => undefined },
  });
  onTestFinished(() => second.close());
  return second.services;
}

/** Adds a post with a listing that has been due for a while. @param ago milliseconds */
async function addDue({ services: { db }, member }: Site, ago: number) {
  const { id: author_id } = await member();
  const post = await addPost(db, { id: newId(), author_id });
  await addListing(db, { post_id: post.id, alerts_due_at: Date.now() - ago });
}

test('two servers that check concurrently notify each member once of each listing', async () => {
  const site = await openSite();
  const second = await openSecond(site);
  const { db } = site.services;
  // More than a batch.
  await addAlerts(db, 450);
  await addAlerts(db, 30, [{ material: 'rice-hull' }]);
  for (const ago of [3000, 2000, 1000]) await addDue(site, ago);
  await Promise.all([site.services, second, site.services, second].map(notifyOfNewListings));
  const recipients = await listRecipients(site);
  expect(recipients).toHaveLength(3 * 450);
  expect(new Set(recipients).size).toBe(3 * 450);
  expect(await isAnyDue(site)).toBe(false);
});

test('the next check continues one that was killed, and notifies no one twice', async () => {
  const site = await openSite();
  const { services } = site;
  await addAlerts(services.db, 450);
  await addDue(site, 1000);
  // The second batch ends after its write.
  let batches = 0;
  const notify: Services['notify'] = async (tx, event) => {
    await services.notify(tx, event);
    batches += 1;
    if (batches === 2) throw new Error('killed');
  };
  await expect(notifyOfNewListings({ ...services, notify })).rejects.toThrow('killed');
  expect(await listRecipients(site)).toHaveLength(200);
  expect(await isAnyDue(site)).toBe(true);
  await notifyOfNewListings(services);
  expect(new Set(await listRecipients(site)).size).toBe(450);
  expect(await listRecipients(site)).toHaveLength(450);
  expect(await isAnyDue(site)).toBe(false);
});

test('a listing whose transaction commits after that of a later one is not missed', async () => {
  const site = await openSite();
  await addAlerts(site.services.db, 1);
  for (const ago of [1000, 2000]) {
    await addDue(site, ago);
    await notifyOfNewListings(site.services);
  }
  expect(await listRecipients(site)).toHaveLength(2);
});
