// A site with everything that a clock in the future would delete or end.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { toBackupName } from '#lib/server/app/backup/backup-place.ts';
import { changeSettings } from '#lib/server/notifications/channels/reach-queries.ts';
import { enqueue } from '#tests/support/nouns/emails.ts';
import { publishListing } from '#tests/support/nouns/listings.ts';
import { addAuthor, decide, decisionId } from '#tests/support/nouns/moderation.ts';
import { agreeWith, ask, type PickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { listBackups } from '#tests/support/server/backups.ts';

import { openBackedUpSite } from './backed-up-site.ts';
import { PASSWORD, type Site } from './site.ts';

const DAY_MS = 86_400_000;
const BACKUPS = 20;

/** The number of rows of each table, or their states. */
async function readState({ services: { db } }: Site, folder: string) {
  const [deletions, quarantine, emails, sessions, listings, pickups] = await Promise.all([
    db.selectFrom('deletions').select('member_id').execute(),
    db.selectFrom('quarantine').select('id').execute(),
    db.selectFrom('deliveries').where('failed_at', 'is', null).select('id').execute(),
    db.selectFrom('sessions').select('id').execute(),
    db.selectFrom('listings').orderBy('status').select('status').execute(),
    db.selectFrom('appointments').orderBy('status').select('status').execute(),
  ]);
  return {
    deletions: deletions.length,
    quarantine: quarantine.length,
    emails: emails.length,
    sessions: sessions.length,
    listings: listings.map(({ status }) => status),
    pickups: pickups.map(({ status }) => status),
    backups: listBackups(folder).length,
  };
}

/** Lets no reminder go out by email, so that only the queued email matters. */
async function stopEmails({ services: { db } }: Site): Promise<void> {
  for (const { id, email } of await db.selectFrom('members').select(['id', 'email']).execute())
    await changeSettings(db, id, { rejected_email: email, stopped_at: Date.now() });
}

/**
 * Opens a site with a requested account deletion, a removed post, two future pickups, a queued email, and backups of
 * the last nights.
 */
export async function openClockSite() {
  const site = await openBackedUpSite();
  const leaving = await site.loggedIn();
  await leaving.post('/api/web/account/deletion', { [CONFIRM_FIELD]: PASSWORD });
  const staff = await signedInStaff(site);
  const { postId } = await addAuthor(site);
  const decision = decisionId(await decide(staff, 'post', postId));
  const owner = await withPhone(site);
  const stage: PickupStage = { site, owner, ...(await publishListing(owner)) };
  await agreeWith(stage, await withPhone(site), { amount: undefined });
  const other: PickupStage = { site, owner, ...(await publishListing(owner)) };
  await ask(other, await withPhone(site));
  await site.services.db.deleteFrom('deliveries').execute();
  await stopEmails(site);
  await enqueue(site);
  const { dialect, now } = site.services;
  for (let night = 1; night <= BACKUPS; night += 1)
    await writeFile(join(site.folder, toBackupName(now() - night * DAY_MS, dialect)), 'x');
  const state = () => readState(site, site.folder);
  return { ...site, leaving, staff, decision, owner, state };
}
