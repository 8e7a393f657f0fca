// Invariants of listings and pickups in the database, whenever the server was killed.
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';
import type {
  ListingTable,
  AppointmentMessageTable,
  AppointmentTable,
} from '#lib/server/platform/db/schema.ts';

import type { DrillListing } from './pickup-listings.ts';
import type { AcknowledgedChange, OwnerState, PickupRound } from './pickup-members.ts';

type Status = Listing['status'];

/** The rows of some posts. */
interface Rows {
  listings: ListingTable[];
  pickups: AppointmentTable[];
  messages: AppointmentMessageTable[];
  /** the keys of notifications, each with its member */
  keys: string[];
}

async function readRows({ db }: Database, postIds: string[]): Promise<Rows> {
  const pickups = db.selectFrom('appointments').where('post_id', 'in', postIds);
  const notifications = db
    .selectFrom('member_notifications')
    .where('link_data', 'in', postIds)
    .where('dedupe_key', 'like', 'pickup %')
    .select(['dedupe_key', 'member_id']);
  return {
    listings: await db.selectFrom('listings').where('post_id', 'in', postIds).selectAll().execute(),
    pickups: await pickups.selectAll().execute(),
    messages: await db
      .selectFrom('appointment_messages')
      .where('appointment_id', 'in', pickups.select('id'))
      .selectAll()
      .execute(),
    keys: (await notifications.execute()).map((row) => `${row.dedupe_key} ${row.member_id}`),
  };
}

/** A pickup's notifications: one to the other member for each change, and one to each for all the other's messages. */
function expectedKeys(pickup: AppointmentTable, messages: AppointmentMessageTable[]): string[] {
  const { id, owner_id, requester_id, status, agreed_at, ended_by } = pickup;
  const otherThan = (memberId: string | null) => (memberId === owner_id ? requester_id : owner_id);
  const key = (news: string, to: string | null) => `pickup ${id} ${news} ${to}`;
  return [
    key('requested', owner_id),
    ...(agreed_at === null ? [] : [key('agreed', requester_id)]),
    ...(status === 'declined' ? [key('declined', requester_id)] : []),
    ...(status === 'called_off' ? [key('calledOff', otherThan(ended_by))] : []),
    ...messages
      .filter(({ appointment_id }) => appointment_id === id)
      .map((message) => key('message', otherThan(message.member_id))),
  ];
}

/** @returns an error for each change without its notification, and each notification without its change */
function checkNotifications({ pickups, messages, keys }: Rows): string[] {
  const expected = new Set(pickups.flatMap((pickup) => expectedKeys(pickup, messages)));
  const found = new Set(keys);
  return [
    ...[...expected.difference(found)].map((key) => `no notification: ${key}`),
    ...[...found.difference(expected)].map((key) => `a notification of nothing: ${key}`),
  ];
}

/** The statuses that may follow the one set by the owner: agreements set `promised`, and cancellations `open` again. */
const ALLOWED: Record<Status, Status[]> = {
  open: ['open', 'promised'],
  promised: ['open', 'promised'],
  gone: ['gone'],
  withdrawn: ['withdrawn'],
  expired: [],
};

/** Checks listings that their owner, and perhaps pickups, have changed. */
function checkOwners(
  { amount, amount_left, status }: ListingTable,
  agreed: number,
  { acknowledged, pending }: OwnerState,
  { changedBy }: DrillListing,
): string[] {
  const left = amount_left ?? 0;
  const states = [acknowledged, ...(pending ? [pending] : [])];
  const isRight = states.some((state) =>
    changedBy === 'owner'
      ? state.status === status && state.amount_left === amount_left
      : ALLOWED[state.status].includes(status),
  );
  return [
    ...(left + agreed > (amount ?? 0) ? ['more is left and agreed than there was'] : []),
    ...((status === 'gone' && left > 0) || (status === 'open' && left === 0)
      ? [`${left} are left of what is ${status}`]
      : []),
    ...(isRight ? [] : [`is ${status} with ${left} left, not ${JSON.stringify(states)}`]),
  ];
}

/** Checks listings that only agreements have changed. */
function checkAgreedAlone(
  { amount, amount_left, status }: ListingTable,
  agreed: AppointmentTable[],
) {
  const sum = agreed.reduce((total, each) => total + (each.amount ?? 0), 0);
  const isTaken = amount === null ? agreed.length > 0 : amount_left === 0;
  const isExact = amount === null ? agreed.length <= 1 : (amount_left ?? 0) + sum === amount;
  return [
    ...(isExact ? [] : [`${agreed.length} agreed on ${sum}, ${amount_left} of ${amount} are left`]),
    ...(status === (isTaken ? 'promised' : 'open') ? [] : [`is ${status}`]),
  ];
}

function checkListing(
  { listings, pickups }: Rows,
  listing: DrillListing,
  owner?: OwnerState,
): string[] {
  const row = listings.find(({ post_id }) => post_id === listing.postId);
  if (!row) return [`listing ${listing.postId} is lost`];
  const agreed = pickups.filter(
    ({ post_id, status }) => post_id === row.post_id && status === 'agreed',
  );
  const sum = agreed.reduce((total, each) => total + (each.amount ?? 0), 0);
  const wrong = [
    ...((row.amount_left ?? 0) < 0 ? ['less than nothing is left'] : []),
    ...agreed
      .filter(({ amount }) => amount === null && row.amount !== null)
      .map(({ id }) => `${id} has no amount`),
    ...(owner ? checkOwners(row, sum, owner, listing) : checkAgreedAlone(row, agreed)),
  ];
  return wrong.map((each) => `listing ${row.post_id}: ${each}`);
}

/** @returns whether an acknowledged change of a pickup is stored; later ones may have followed */
function isStored(
  { pickups, messages }: Rows,
  { pickupId, change, content }: AcknowledgedChange,
): boolean {
  const pickup = pickups.find(({ id }) => id === pickupId);
  if (!pickup) return false;
  if (change === 'agreed') return pickup.agreed_at !== null;
  if (change === 'declined') return pickup.status === 'declined';
  if (change === 'message') return messages.some((each) => each.content === content);
  return change === 'requested' || pickup.status === 'called_off';
}

/**
 * Checks the listings of a round, and their pickups.
 * @returns an error for each that is lost, partial or counted wrong
 */
export async function checkRound(
  database: Database,
  { listings, owners, acknowledged }: PickupRound,
): Promise<string[]> {
  const rows = await readRows(
    database,
    listings.map(({ postId }) => postId),
  );
  return [
    ...listings.flatMap((each) => checkListing(rows, each, owners.get(each.postId))),
    ...checkNotifications(rows),
    ...acknowledged
      .filter((each) => !isStored(rows, each))
      .map(({ pickupId, change }) => `pickup ${pickupId}: ${change} is lost`),
  ];
}
