import { addMember } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { emailsOf } from '#tests/support/browser/mail-folder.ts';
import { bellOf, insertNotification } from '#tests/support/browser/notification-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { addPickup } from '#tests/support/server/add-pickup.ts';

test('opening the page of a pickup reads its notifications: the bell shows nothing, and no email follows', async ({
  page,
  origin,
  instance,
  maria,
  onDatabase,
}) => {
  const pickup = newId();
  await onDatabase(async (db) => {
    const { id: jun } = await addMember(db, { password_hash: 'none' });
    // Not tomorrow: the evening before a pickup, the site asks both members whether they come.
    const day = addDays(regionDay(Date.now()), 5);
    const both = { owner_id: maria.id, requester_id: jun };
    await addPickup(db, { id: pickup, ...both, status: 'agreed', day });
    const dedupe_key = `pickup ${pickup} message`;
    const about = { message: 'pickup_message', details: JSON.stringify({ pickup }), dedupe_key };
    const id = await insertNotification(db, maria.id, { kind: 'message', actor_id: jun, ...about });
    // The email waits, as more notifications may follow within 15 minutes.
    const times = { created_at: Date.now(), run_at: Date.now() + 900_000 };
    const email = { id: newId(), channel: 'email', priority: 1, attempts: 0 } as const;
    const of = { member_id: maria.id, kind: 'message', notification_id: id } as const;
    await db
      .insertInto('deliveries')
      .values({ ...email, ...of, ...times, tried: 0, expires_at: Date.now() + 1_800_000 })
      .execute();
  });
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/forums/explore`);
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.goto(`${origin}/exchange/pickups/${pickup}`);
  await expect(bellOf(page)).toHaveAccessibleName('Notifications');

  await onDatabase((db) => db.updateTable('deliveries').set({ run_at: Date.now() }).execute());
  await expect
    .poll(() => onDatabase((db) => db.selectFrom('deliveries').select('id').execute()))
    .toEqual([]);
  expect(await emailsOf(instance)).toEqual([]);
});
