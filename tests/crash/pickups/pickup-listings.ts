// The listings of a round, with few bales, and the members who request them.
import { addListing, addMember, addPost } from '#demo/factories.ts';
import type { Db, Executor } from '#lib/server/platform/db/schema.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import type { ServerInstance } from '#tests/support/server/server-process.ts';

const REQUESTERS = 6;
const FEWEST_BALES = 3;
const BALES_RANGE = 4;
const LISTINGS: Pick<DrillListing, 'changedBy' | 'hasAmount'>[] = [
  { changedBy: 'pickups', hasAmount: true },
  { changedBy: 'pickups', hasAmount: true },
  { changedBy: 'pickups', hasAmount: false },
  { changedBy: 'owner', hasAmount: true },
  { changedBy: 'both', hasAmount: true },
  { changedBy: 'both', hasAmount: true },
];

/** A listing with its owner. */
export interface DrillListing {
  postId: string;
  owner: ServerClient;
  hasAmount: boolean;
  /** bales, or null */
  amount: number | null;
  /** what changes the amount left, and the status */
  changedBy: 'pickups' | 'owner' | 'both';
}

export interface RoundListings {
  listings: DrillListing[];
  requesters: ServerClient[];
}

let lastPhone = 0;

/** Adds a member with a phone number. @returns their id, and the value of their session cookie */
export async function addSignedIn(db: Executor): Promise<{ id: string; session: string }> {
  const contact_phone = `09${String((lastPhone += 1)).padStart(9, '0')}`;
  const { id } = await addMember(db, { password_hash: 'none', contact_phone });
  return { id, session: await insertSession(db, id) };
}

async function addClient(db: Executor, instance: ServerInstance) {
  const { id, session } = await addSignedIn(db);
  return { id, client: new ServerClient(instance, session) };
}

const fewBales = (): number => FEWEST_BALES + Math.floor(Math.random() * BALES_RANGE);

async function addDrillListing(
  db: Executor,
  instance: ServerInstance,
  { hasAmount, changedBy }: (typeof LISTINGS)[number],
): Promise<DrillListing> {
  const { id: author_id, client: owner } = await addClient(db, instance);
  const { id: post_id } = await addPost(db, { author_id });
  const amount = hasAmount ? fewBales() : null;
  const unit = hasAmount ? 'bale' : null;
  await addListing(db, { post_id, amount, amount_left: amount, unit });
  return { postId: post_id, owner, hasAmount, amount, changedBy };
}

/** Inserts listings of new owners, and new members who request them, as rate limits are per member. */
export const addListings = (db: Db, instance: ServerInstance): Promise<RoundListings> =>
  db.transaction().execute(async (tx) => {
    const round: RoundListings = { listings: [], requesters: [] };
    for (const each of LISTINGS) round.listings.push(await addDrillListing(tx, instance, each));
    while (round.requesters.length < REQUESTERS)
      round.requesters.push((await addClient(tx, instance)).client);
    return round;
  });
