// The rows of a member with everything on the exchange, except for pickups.
import { newId } from '#lib/server/platform/new-id.ts';
import type { Site } from '#tests/support/site/site.ts';

import { type Everything, MARK, OTHERS } from './everything.ts';
import { LISTING } from './listings.ts';
import { MACHINE, nextMonday } from './machines.ts';

/** Adds a round of the member's listing, and the standing pickups of both members. */
export async function addRounds({ services }: Site, { subject, other, own, others }: Everything) {
  const { db, now } = services;
  const post_id = own.post.post_id;
  const [a, b] = [subject.member.id, other.member.id];
  const round = { day: '2026-12-01', amount: 100, amount_left: 99, created_at: now() };
  await db
    .insertInto('listing_rounds')
    .values({ post_id, ...round })
    .execute();
  const times = { agreed_at: now(), ended_at: now(), created_at: now() };
  const ended = { amount: 1, first_on: round.day, ended_by: a, ...times };
  for (const of of [
    { post_id, owner_id: a, requester_id: b },
    { post_id: others.post.post_id, owner_id: b, requester_id: a },
  ])
    await db
      .insertInto('standing_appointments')
      .values({ id: newId(), ...of, ...ended })
      .execute();
}

/** Adds a machine of the member that the other has booked, and one of the other that the member has requested. */
export async function addMachines(site: Site, { subject, other, own, others }: Everything) {
  const { db, now } = site.services;
  const [a, b] = [subject.member.id, other.member.id];
  const post_id = own.post.post_id;
  const { machine, unit } = MACHINE;
  const at = { day: nextMonday(site), half: 'morning' } as const;
  const row = { ...MACHINE, post_id, price_centavos: null, created_at: now() };
  await db.insertInto('machines').values(row).execute();
  const times = { created_at: now(), updated_at: now() };
  const halfDay = { subject: 'half_day', kind: 'service', work: 200, whole_day: 0 } as const;
  const of = { ...halfDay, ...at, ...times, machine, unit, price_centavos: null };
  const booking = { ...of, id: newId(), post_id, owner_id: a, requester_id: b };
  await db
    .insertInto('appointments')
    .values([
      { ...booking, town: LISTING.town, note: `${OTHERS} field`, status: 'agreed' },
      {
        ...of,
        id: newId(),
        post_id: others.post.post_id,
        owner_id: b,
        requester_id: a,
        town: LISTING.town,
        note: `${MARK} field`,
        status: 'called_off',
        ended_by: a,
        reason: `${MARK} reason`,
      },
    ])
    .execute();
  await db
    .insertInto('half_days')
    .values([
      { ...at, post_id, appointment_id: booking.id },
      { ...at, post_id, half: 'afternoon', appointment_id: null },
    ])
    .execute();
}

/** Adds free space on a truck of the member, and a pickup of theirs on one of the other's. */
export async function addTrips({ services: { db, now } }: Site, { subject, other }: Everything) {
  const [pickup] = await db
    .selectFrom('appointments')
    .where('requester_id', '=', subject.member.id)
    .where('status', '=', 'done')
    .select('id')
    .execute();
  const [others] = await db
    .selectFrom('appointments')
    .where('requester_id', '=', other.member.id)
    .where('status', '=', 'done')
    .select('id')
    .execute();
  if (!pickup || !others) throw new Error('Nothing was handed over');
  const way = { from_town: LISTING.town, to_town: LISTING.town };
  const room = { ...way, amount: 2, amount_left: 1, unit: 'sack', created_at: now() } as const;
  const trips = [
    { id: newId(), appointment_id: pickup.id, driver_id: subject.member.id },
    { id: newId(), appointment_id: others.id, driver_id: other.member.id },
  ] as const;
  for (const trip of trips)
    await db
      .insertInto('trips')
      .values({ ...trip, ...room, ended_at: null })
      .execute();
  for (const [nth, member_id] of [subject.member.id, other.member.id].entries()) {
    const [own, driven] = nth === 0 ? trips : trips.toReversed();
    const stop = {
      appointment_id: own?.appointment_id ?? '',
      trip_id: driven?.id ?? '',
      member_id,
    };
    await db
      .insertInto('trip_stops')
      .values({ ...stop, ...way, amount: 1, created_at: now() })
      .execute();
  }
}
