// Maria's agreed appointments with Jun, in the database of a test's own server.
import type { Page } from '@playwright/test';

import { addListing, addMember, addPost } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { pickupPath, postPath, tripPath } from '#lib/contract/paths.ts';
import type { AppointmentTable, Db, MemberTable } from '#lib/server/platform/db/schema.ts';
import { idAt, newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { addPickup as insertPickup } from '#tests/support/server/add-pickup.ts';

export const TITLE = 'Straw by the canal';
export const PLACE = 'Behind the chapel';
export const PHONE = '09171112233';

const JUN = { email: 'jun@glean.example', first_name: 'Jun', last_name: 'Reyes' };

/** Finds Jun, or adds him. */
async function findJun(db: Db, { password_hash }: MemberTable): Promise<MemberTable> {
  const found = db.selectFrom('members').where('email', '=', JUN.email).selectAll();
  return (
    (await found.executeTakeFirst()) ??
    addMember(db, { ...JUN, contact_phone: PHONE, password_hash })
  );
}

/** Adds a pickup of Maria’s straw, by Jun. @returns its path, and that of the post */
export async function addPickup(
  db: Db,
  owner: MemberTable,
  { status, daysAhead }: { status: AppointmentTable['status']; daysAhead: number },
) {
  const jun = await findJun(db, owner);
  const post = await addPost(db, { author_id: owner.id, title: TITLE });
  await addListing(db, { post_id: post.id });
  const id = newId();
  await insertPickup(db, {
    id,
    post_id: post.id,
    owner_id: owner.id,
    requester_id: jun.id,
    amount: 30,
    unit: 'bundle',
    day: addDays(regionDay(Date.now()), daysAhead),
    status,
    place: status === 'agreed' ? PLACE : null,
  });
  return { id, path: pickupPath(id), post: postPath(post.id) };
}

/** Adds an agreed half day of Maria’s baler for Jun. @returns its path */
export async function addBooking(db: Db, owner: MemberTable) {
  const { id: requester_id } = await findJun(db, owner);
  const now = Date.now();
  const id = idAt(now);
  const what = { machine: 'baler', unit: 'hectare', work: 100, town: '0304911000' } as const;
  const when = { day: addDays(regionDay(now), 2), half: 'morning', whole_day: 0 } as const;
  const state = { status: 'agreed', created_at: now, updated_at: now } as const;
  const subject = { subject: 'half_day', kind: 'service' } as const;
  const booking = { ...subject, id, owner_id: owner.id, requester_id, ...what, ...when, ...state };
  await db.insertInto('appointments').values(booking).execute();
  return pickupPath(id);
}

/** Lets the requester of a pickup offer space on their truck. @returns its path */
export async function addTrip(db: Db, appointment_id: string) {
  const pickup = db.selectFrom('appointments').where('id', '=', appointment_id);
  const { requester_id } = await pickup.select('requester_id').executeTakeFirstOrThrow();
  const created_at = Date.now();
  const id = idAt(created_at);
  const room = { amount: 5, amount_left: 5, unit: 'sack' } as const;
  const way = { from_town: '0304911000', to_town: '0304903000' };
  const driver_id = requester_id ?? '';
  const trip = { id, appointment_id, driver_id, ...way, ...room, created_at };
  await db.insertInto('trips').values(trip).execute();
  return tripPath(id);
}

/** The link that calls Jun. */
export const call = (page: Page) => page.getByRole('link', { name: `Call ${PHONE}` });
