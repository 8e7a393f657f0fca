// Members who request, agree to, decline and cancel pickups, and owners who change what is left.
import { addDays } from '#lib/contract/days.ts';
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import { regionDay } from '#lib/site.ts';
import type { WorkUntilKilled } from '#tests/crash/kill-drill.ts';
import { throwUnlessCut } from '#tests/crash/writers.ts';
import { APPOINTMENTS } from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import type { ServerClient } from '#tests/support/server/server-client.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';

import type { DrillListing, RoundListings } from './pickup-listings.ts';

const MEMBERS_AT_ONCE = 6;
const MOST_BALES = 3;
// Too far ahead for a reminder.
const DAYS_AHEAD = 5;
/** The statuses of requests that a rule or a rate limit rejects. */
export const RULES = new Set([400, 409, 429]);

/** A change that the server acknowledged. */
export interface AcknowledgedChange {
  pickupId: string;
  change: Change;
  /** the text of a message */
  content?: string;
}

type State = Pick<Listing, 'status' | 'amount_left'>;

/** The state of a listing by its owner. */
export interface OwnerState {
  acknowledged: State;
  /** sent, and not acknowledged yet */
  pending: State | null;
}

interface DrillPickup {
  id: string;
  listing: DrillListing;
  requester: ServerClient;
}

/** The knowledge of the members of a round. */
export class PickupRound {
  readonly acknowledged: AcknowledgedChange[] = [];
  /** the owners' states, by post */
  readonly owners = new Map<string, OwnerState>();
  readonly pickups: DrillPickup[] = [];
  /** the number of changes acknowledged until the kill, after the first requests */
  changeCount = 0;
  readonly listings: DrillListing[];
  readonly requesters: ServerClient[];

  constructor({ listings, requesters }: RoundListings) {
    this.listings = listings;
    this.requesters = requesters;
  }
}

/** @returns a random item of a list */
export const pick = <T>(list: readonly T[]): T =>
  list[Math.floor(Math.random() * list.length)] as T;
const bales = (most: number): number => 1 + Math.floor(Math.random() * most);

/** Sends a change. @returns null when a rule rejects it, e.g. as another member was faster */
async function send(client: ServerClient, path: string, body: object) {
  const response = await repeatWhileUnavailable(() => client.post(path, body));
  const text = await response.text();
  if (response.ok) return (JSON.parse(text) as { data: { appointment_id: string } }).data;
  if (RULES.has(response.status)) return null;
  throw new Error(`${path} is rejected: ${response.status} ${text.slice(0, 500)}`);
}

async function ask(
  { pickups, acknowledged }: PickupRound,
  listing: DrillListing,
  requester: ServerClient,
): Promise<void> {
  const { postId: post_id, amount: all } = listing;
  const amount = all === null ? null : pick([null, bales(MOST_BALES)]);
  const day = addDays(regionDay(Date.now()), DAYS_AHEAD);
  const wanted = { subject: 'amount', post_id, amount, day };
  const pickup = await send(requester, APPOINTMENTS, wanted);
  if (!pickup) return;
  acknowledged.push({ pickupId: pickup.appointment_id, change: 'requested' });
  pickups.push({ id: pickup.appointment_id, listing, requester });
}

const toTake = ({ listings }: PickupRound) =>
  listings.filter(({ changedBy }) => changedBy !== 'owner');

/** Lets each member request a listing. */
export async function askForAll(round: PickupRound): Promise<void> {
  const listings = toTake(round);
  const asking = round.requesters.map((requester, nth) =>
    ask(round, listings[nth % listings.length] as DrillListing, requester),
  );
  await Promise.all(asking);
}

const byEither = ({ listing, requester }: DrillPickup) => pick([listing.owner, requester]);
const byOwner = ({ listing }: DrillPickup) => listing.owner;

/** The path, the body and the sender of each change. */
const CHANGES = {
  agreed: { verb: 'agree', body: () => ({ place: 'Behind the chapel' }), by: byOwner },
  declined: { verb: 'decline', body: () => ({}), by: byOwner },
  calledOff: { verb: 'call-off', body: () => ({ reason: 'Too far.' }), by: byEither },
  notComing: { verb: 'confirm', body: () => ({ is_coming: false }), by: byEither },
  message: { verb: 'messages', body: () => ({ content: crypto.randomUUID() }), by: byEither },
};
type Change = keyof typeof CHANGES | 'requested';

// Most are agreements, so that there is something to cancel.
const MIX = [
  ...(['agreed', 'agreed', 'agreed', 'agreed', 'declined'] as const),
  ...(['calledOff', 'calledOff', 'notComing', 'message'] as const),
];

async function changePickup({ pickups, acknowledged }: PickupRound): Promise<void> {
  const [pickup, change] = [pick(pickups), pick(MIX)];
  const { verb, body, by } = CHANGES[change];
  const sent: { content?: string } = body();
  if (!(await send(by(pickup), `${APPOINTMENTS}/${pickup.id}/${verb}`, sent))) return;
  const { content } = sent;
  acknowledged.push({ pickupId: pickup.id, change, ...(content && { content }) });
}

/** Lets an owner change what is left repeatedly, one change after the other. */
async function sayWhatIsLeft(
  { owners }: PickupRound,
  { postId, owner, amount }: DrillListing,
  isOver: () => boolean,
): Promise<void> {
  const state: OwnerState = {
    acknowledged: { status: 'open', amount_left: amount },
    pending: null,
  };
  owners.set(postId, state);
  while (!isOver()) {
    const status = pick(['open', 'open', 'open', 'promised', 'gone', 'withdrawn'] as const);
    const given = status === 'open' ? bales(amount ?? 1) : undefined;
    const amount_left = status === 'gone' ? 0 : (given ?? state.acknowledged.amount_left);
    state.pending = { status, amount_left };
    const path = `${POSTS}/${postId}/listing/status`;
    if (await send(owner, path, { status, amount_left: given })) state.acknowledged = state.pending;
    state.pending = null;
  }
}

/** Lets several members change pickups and listings concurrently until the round is over. */
export async function changeListings(
  round: PickupRound,
  { isOver, onDone }: WorkUntilKilled,
): Promise<void> {
  const requested = round.acknowledged.length;
  const unlessCut = (error: unknown) => throwUnlessCut(error, isOver);
  const askForAny = () => ask(round, pick(toTake(round)), pick(round.requesters));
  const member = async () => {
    while (!isOver()) {
      const isAsking = Math.random() < 1 / 3;
      await (isAsking ? askForAny() : changePickup(round)).catch(unlessCut);
      round.changeCount = round.acknowledged.length - requested;
      // Each kind of change must have happened before the kill, however slow the machine is.
      const changes = new Set(round.acknowledged.map(({ change }) => change));
      if (changes.has('agreed') && changes.has('calledOff')) onDone();
    }
  };
  const owners = round.listings.filter(({ changedBy }) => changedBy !== 'pickups');
  await Promise.all([
    ...Array.from({ length: MEMBERS_AT_ONCE }, member),
    ...owners.map((listing) => sayWhatIsLeft(round, listing, isOver).catch(unlessCut)),
  ]);
}
