// Borrowers and lenders of machines for half days, a driver, and members who join the truck: their wishes,
// all at the same time, on whichever server is running.
import { addListing, addPost } from '#demo/factories.ts';
import { addDays, mondayOf } from '#lib/contract/days.ts';
import { HALVES, type Slot } from '#lib/contract/exchange/machines.ts';
import type { Db, Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { addSignedIn } from '#tests/crash/pickups/pickup-listings.ts';
import { pick } from '#tests/crash/pickups/pickup-members.ts';
import { GUIMBA } from '#tests/support/nouns/alerts.ts';
import { MACHINE, MACHINES } from '#tests/support/nouns/machines.ts';
import { APPOINTMENTS } from '#tests/support/nouns/pickups.ts';
import { CABANATUAN } from '#tests/support/nouns/trips.ts';

import { type Rows, slotKey } from './booking-rows.ts';

const LENDERS = 2;
const BORROWERS = 6;
const LOADS = 8;
// There are fewer half days than members.
const DAYS = 1;
// There is less room than all members want.
const ROOM = 6;
const MOST_A_LOAD = 3;
const REASON = { reason: 'The road is flooded.' };

/** A member of a round, who is signed in. */
export type Actor = Awaited<ReturnType<typeof addSignedIn>>;

/** A wish of a member to be fulfilled once, even if it is repeated because the server was killed or busy. */
export interface Wish {
  change:
    | 'requested'
    | 'agreed'
    | 'declined'
    | 'calledOff'
    | 'away'
    | 'offered'
    | 'room'
    | 'tripOff'
    | 'joined'
    | 'left'
    | 'pickupOff';
  by: Actor;
  method?: 'PUT';
  path: string;
  body?: object;
  /** of several wishes with one key only the last counts */
  key?: string;
  onDone?: (data: { appointment_id: string; trip_id: string }) => void;
  /** whether the database contains it for this member */
  isStored: (rows: Rows) => boolean;
  /** whether a later change, also by others, has ended it */
  isUndone?: (rows: Rows) => boolean;
  isRepeated?: boolean;
}

interface Lender extends Actor {
  postId: string;
  /** requested bookings */
  bookings: string[];
}

interface Going extends Actor {
  pickupId: string;
}

/** The members of a round, and their listings. */
export interface Stage {
  lenders: Lender[];
  borrowers: Actor[];
  driver: Going;
  /** null while there is no trip */
  tripId: string | null;
  loads: Going[];
  week: string;
  slots: Slot[];
}

async function addLender(db: Executor): Promise<Lender> {
  const lender = await addSignedIn(db);
  const { id: post_id } = await addPost(db, { author_id: lender.id });
  await addListing(db, { post_id, kind: 'service', amount: null, amount_left: null, unit: null });
  const a_day = 400;
  await db
    .insertInto('machines')
    .values({ ...MACHINE, post_id, a_day, created_at: Date.now() })
    .execute();
  return { ...lender, postId: post_id, bookings: [] };
}

/** Adds a member with an agreed pickup from a listing to Cabanatuan. */
async function addGoing(db: Executor, listing: ListingTable, owner_id: string): Promise<Going> {
  const member = await addSignedIn(db);
  const { post_id, kind, material, town, unit } = listing;
  const [id, now] = [newId(), Date.now()];
  const subject = 'amount' as const;
  const of = {
    subject,
    post_id,
    kind,
    material,
    town,
    unit,
    amount: 1,
    requester_town: CABANATUAN,
  };
  const times = { created_at: now, updated_at: now, agreed_at: now };
  const day = addDays(regionDay(now), 2);
  await db
    .insertInto('appointments')
    .values({ id, owner_id, requester_id: member.id, ...of, day, status: 'agreed', ...times })
    .execute();
  return { ...member, pickupId: id };
}

/** Inserts new members with machines and agreed pickups, as rate limits are per member. */
export const addStage = (db: Db): Promise<Stage> =>
  db.transaction().execute(async (tx) => {
    const week = addDays(mondayOf(regionDay(Date.now())), 7);
    const days = Array.from({ length: DAYS }, (_, nth) => addDays(week, nth));
    const slots = days.flatMap((day) => HALVES.map((half) => ({ day, half })));
    const lenders: Lender[] = [];
    while (lenders.length < LENDERS) lenders.push(await addLender(tx));
    const borrowers: Actor[] = [];
    while (borrowers.length < BORROWERS) borrowers.push(await addSignedIn(tx));
    const { id: author_id } = await addSignedIn(tx);
    const { id: post_id } = await addPost(tx, { author_id });
    const listing = await addListing(tx, { post_id, amount: 40, amount_left: 40 - LOADS - 1 });
    const driver = await addGoing(tx, listing, author_id);
    const loads: Going[] = [];
    while (loads.length < LOADS) loads.push(await addGoing(tx, listing, author_id));
    return { lenders, borrowers, driver, tripId: null, loads, week, slots };
  });

/** Changes of a booking, with their calls. */
const CHANGES = {
  agreed: { verb: 'agree', body: {} },
  declined: { verb: 'decline', body: {} },
  calledOff: { verb: 'call-off', body: REASON },
} as const;

function changeBooking(by: Actor, change: keyof typeof CHANGES, id: string): Wish {
  const { verb, body } = CHANGES[change];
  const find = ({ bookings }: Rows) => bookings.find((each) => each.id === id);
  const isStored = (rows: Rows) => {
    const booking = find(rows);
    if (change === 'agreed') return booking?.status === 'agreed';
    const status = change === 'declined' ? 'declined' : 'called_off';
    return booking?.status === status && booking.ended_by === by.id;
  };
  const wasAgreed = (rows: Rows) =>
    find(rows)?.status === 'called_off' &&
    rows.notices.some(({ message, booking }) => message === 'booking_agreed' && booking === id);
  return {
    change,
    by,
    path: `${APPOINTMENTS}/${id}/${verb}`,
    body,
    isStored,
    ...(change === 'agreed' && { isUndone: wasAgreed }),
  };
}

function request(by: Actor, lender: Lender, slot: Slot, onDone: (id: string) => void): Wish {
  const note = crypto.randomUUID();
  const work = { town: GUIMBA, amount: 2, note };
  return {
    change: 'requested',
    by,
    path: APPOINTMENTS,
    body: { subject: 'half_day', post_id: lender.postId, ...slot, ...work },
    onDone: ({ appointment_id }) => {
      lender.bookings.push(appointment_id);
      onDone(appointment_id);
    },
    isStored: ({ bookings }) => bookings.filter((each) => each.note === note).length === 1,
  };
}

/** A member who requests half days, and cancels them. @returns a function for their next wish */
export function borrow({ lenders, slots }: Stage, by: Actor): () => Wish {
  /** requests that may be open */
  const open = new Map<string, string>();
  const targets = lenders.flatMap((lender) =>
    slots.map((slot) => ({ lender, slot, key: `${lender.postId} ${slotKey(slot)}` })),
  );
  return () => {
    const free = targets.filter(({ key }) => !open.has(key));
    if (free.length > 0 && (open.size === 0 || Math.random() < 2 / 3)) {
      const { lender, slot, key } = pick(free);
      return request(by, lender, slot, (id) => open.set(key, id));
    }
    const [key, id] = pick([...open]);
    // The booking has ended, whatever the response is.
    open.delete(key);
    return changeBooking(by, 'calledOff', id);
  };
}

// Most are agreements, so that there is something to cancel.
const MIX = [
  ...(['agreed', 'agreed', 'agreed', 'agreed', 'agreed'] as const),
  ...(['declined', 'calledOff', 'away', 'away'] as const),
];

/** The owner of a machine. @returns a function for their next wish */
export function lend({ week, slots }: Stage, by: Lender): () => Wish {
  const away = (): Wish => {
    const set = slots.filter(() => Math.random() < 1 / 8);
    const keys = set.map(slotKey).toSorted();
    const isStored = ({ halfDays }: Rows) => {
      const own = halfDays.filter((each) => each.post_id === by.postId && !each.appointment_id);
      return own.map(slotKey).toSorted().join() === keys.join();
    };
    const path = `${MACHINES}/${by.postId}/away`;
    const body = { week, away: set };
    return { change: 'away', by, method: 'PUT', path, body, key: path, isStored };
  };
  return () => {
    const change = pick(MIX);
    const id = by.bookings.length > 0 ? pick(by.bookings) : null;
    return change === 'away' || id === null ? away() : changeBooking(by, change, id);
  };
}

const amountOf = (most: number): number => 1 + Math.floor(Math.random() * most);

const pathOf = ({ pickupId }: Going): string => `${APPOINTMENTS}/${pickupId}`;

function offer(stage: Stage): Wish {
  const { driver: by } = stage;
  let id: string | null = null;
  return {
    change: 'offered',
    by,
    path: `${pathOf(by)}/offer-room`,
    body: { amount: ROOM, unit: 'sack' },
    onDone: ({ trip_id }) => {
      stage.tripId = id = trip_id;
    },
    isStored: ({ trips }) =>
      trips.some((each) => (id === null ? each.ended_at === null : each.id === id)),
  };
}

/** The driver, who changes the room, cancels the trip, and offers it again. @returns a function for the next wish */
export function drive(stage: Stage): () => Wish {
  const { driver: by } = stage;
  const callOff = (id: string): Wish => ({
    change: 'tripOff',
    by,
    path: `${pathOf(by)}/end-truck`,
    onDone: () => {
      stage.tripId = null;
    },
    isStored: ({ trips }) => trips.some((each) => each.id === id && each.ended_at !== null),
  });
  const room = (id: string): Wish => ({
    change: 'room',
    by,
    path: `${pathOf(by)}/set-room`,
    body: { amount: amountOf(ROOM) },
    // Members who join and leave change it at once.
    isStored: ({ trips }) => trips.some((each) => each.id === id),
  });
  return () => {
    const { tripId } = stage;
    if (tripId === null) return offer(stage);
    return Math.random() < 1 / 5 ? callOff(tripId) : room(tripId);
  };
}

interface Room {
  trip_id: string;
  amount: number;
}

const stopOf = ({ stops }: Rows, { pickupId }: Going) =>
  stops.find((each) => each.appointment_id === pickupId);

const isPickupOff = ({ pickups }: Rows, { pickupId }: Going): boolean =>
  pickups.some((each) => each.id === pickupId && each.status === 'called_off');

const join = (by: Going, body: Room): Wish => ({
  change: 'joined',
  by,
  path: `${pathOf(by)}/join`,
  body,
  key: pathOf(by),
  isStored: (rows) => {
    const stop = stopOf(rows, by);
    return stop?.trip_id === body.trip_id && stop.amount === body.amount;
  },
  isUndone: (rows) =>
    isPickupOff(rows, by) ||
    (stopOf(rows, by)?.trip_id === null &&
      rows.trips.some((each) => each.id === body.trip_id && each.ended_at !== null)),
});

const leave = (by: Going): Wish => ({
  change: 'left',
  by,
  path: `${pathOf(by)}/leave`,
  key: pathOf(by),
  isStored: (rows) => stopOf(rows, by) === undefined,
  // A second join without a response looks for another truck when this one is cancelled.
  isUndone: (rows) => stopOf(rows, by)?.trip_id === null,
});

const callOffPickup = (by: Going): Wish => ({
  change: 'pickupOff',
  by,
  path: `${pathOf(by)}/call-off`,
  body: REASON,
  isStored: (rows) => isPickupOff(rows, by),
});

/** A member who joins the truck, and leaves it. @returns a function for their next wish */
export function goAlong(stage: Stage, by: Going): () => Wish {
  let joined: Room | null = null;
  const noting = (wish: Wish, room: Room | null): Wish => ({
    ...wish,
    onDone: () => {
      joined = room;
    },
  });
  return () => {
    const chance = Math.random();
    if (chance < 1 / 30) return callOffPickup(by);
    const { tripId } = stage;
    const room = tripId === null ? null : { trip_id: tripId, amount: amountOf(MOST_A_LOAD) };
    // A member may press the button twice.
    const wanted = joined === null ? room : chance < 1 / 5 ? joined : null;
    return wanted === null ? noting(leave(by), null) : noting(join(by, wanted), wanted);
  };
}
