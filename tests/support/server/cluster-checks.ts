// Checks of two servers on one database; each returns what differs from the expectation.
import { addListing, addMember, addPost } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { sumAgreed } from '#lib/server/exchange/appointments/queries.ts';
import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';
import { regionDay } from '#lib/site.ts';
import { APPOINTMENTS } from '#tests/support/nouns/pickups.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';

import { insertSession } from './insert-session.ts';
import { logIn } from './log-in.ts';
import { runOperator } from './run-operator.ts';
import { ServerClient } from './server-client.ts';
import { originOf, type ServerInstance } from './server-process.ts';
import { SECRET } from './two-servers.ts';

const FEED = '/api/web/forum?limit=5';
const PASSWORD = 'Straw-for-7-Cows';
const NEW_PASSWORD = 'Hull-for-9-Kilns';
// As in docs/api/limits.md.
const POSTS_LIMIT = 20;
const BALES = 10;
// On a busy machine each request is sent two or three times, of 120 allowed per member.
const REQUESTERS = 32;

/** Two servers with their database. */
export interface Pair {
  database: Database;
  a: ServerInstance;
  b: ServerInstance;
}

/** A member with sessions. */
interface SignedIn {
  id: string;
  email: string;
  sessions: string[];
}

async function addSignedIn({ db }: Database, sessions: number): Promise<SignedIn> {
  const { id, email } = await addMember(db, { password_hash: await hashPassword(PASSWORD) });
  const all: string[] = [];
  for (let nth = 0; nth < sessions; nth += 1) all.push(await insertSession(db, id));
  return { id, email, sessions: all };
}

const differences = (what: string, found: unknown, expected: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];

const statusOn = async (instance: ServerInstance, session: string): Promise<number> =>
  (await new ServerClient(instance, session).get(FEED)).status;

/** After a logout on A, B rejects the session's next request. */
export async function checkLogout({ database, a, b }: Pair): Promise<string[]> {
  const { sessions } = await addSignedIn(database, 1);
  const [session = ''] = sessions;
  const before = await statusOn(b, session);
  await new ServerClient(a, session).post('/api/web/auth/logout');
  return differences('logout', [before, await statusOn(b, session)], [200, 401]);
}

/** A member disabled by the operator is logged out on both servers, in every session. */
export async function checkDisabling({ database, a, b }: Pair): Promise<string[]> {
  const { email, sessions } = await addSignedIn(database, 2);
  const [one = '', other = ''] = sessions;
  const before = [await statusOn(a, one), await statusOn(b, other)];
  const { code } = await runOperator(a, ['disable-member', email], { SECRET });
  const after = [await statusOn(a, one), await statusOn(b, other)];
  return differences('disabling', [...before, code, ...after], [200, 200, 0, 401, 401]);
}

/** A password change on A ends the other sessions on B, which then rejects the old password. */
export async function checkPassword({ database, a, b }: Pair): Promise<string[]> {
  const { email, sessions } = await addSignedIn(database, 2);
  const [own = '', other = ''] = sessions;
  const before = await statusOn(b, other);
  const change = { old_password: PASSWORD, new_password: NEW_PASSWORD };
  const client = new ServerClient(a, own);
  const { status } = await client.change('PATCH', '/api/web/account/password', change);
  const after = await statusOn(b, other);
  const old = await logIn(originOf(b), { email, password: PASSWORD });
  const renewed = await logIn(originOf(b), { email, password: NEW_PASSWORD });
  const found = [before, status, after, old.status, renewed.status];
  return differences('change of the password', found, [200, 200, 401, 401, 200]);
}

/** Posts on both servers count toward one rate limit. */
export async function checkRateLimit({ database, a, b }: Pair): Promise<string[]> {
  const { sessions } = await addSignedIn(database, 1);
  const [session = ''] = sessions;
  const clients = [new ServerClient(a, session), new ServerClient(b, session)];
  const statuses: (number | undefined)[] = [];
  for (let nth = 0; nth < POSTS_LIMIT + 2; nth += 1)
    statuses.push((await clients[nth % 2]?.post(POSTS, postForm()))?.status);
  const expected = [...Array<number>(POSTS_LIMIT).fill(201), 429, 429];
  return differences('rate limit', statuses, expected);
}

let lastPhone = 0;

async function addWithPhone({ db }: Database) {
  const contact_phone = `09${String((lastPhone += 1)).padStart(9, '0')}`;
  const { id } = await addMember(db, { password_hash: 'none', contact_phone });
  return { id, session: await insertSession(db, id) };
}

async function addBales({ db }: Database, author_id: string): Promise<string> {
  const { id: post_id } = await addPost(db, { author_id });
  await db.updateTable('members').set({ posts_count: 1 }).where('id', '=', author_id).execute();
  await addListing(db, { post_id, amount: BALES, amount_left: BALES, unit: 'bale' });
  return post_id;
}

/** Of 32 concurrent agreements on the last 10 bales, half on each server, exactly 10 succeed. */
export async function checkAgreements({ database, a, b }: Pair): Promise<string[]> {
  const owner = await addWithPhone(database);
  const post_id = await addBales(database, owner.id);
  const day = addDays(regionDay(Date.now()), 1);
  const agreements: (() => Promise<Response>)[] = [];
  for (let nth = 0; nth < REQUESTERS; nth += 1) {
    const [here, there] = nth % 2 ? [a, b] : [b, a];
    const requester = new ServerClient(here, (await addWithPhone(database)).session);
    const ask = () => requester.post(APPOINTMENTS, { subject: 'amount', post_id, day, amount: 1 });
    const response = await repeatWhileUnavailable(ask);
    const { data } = (await response.json()) as { data: { appointment_id: string } };
    const client = new ServerClient(there, owner.session);
    const agree = () => client.post(`${APPOINTMENTS}/${data.appointment_id}/agree`);
    agreements.push(() => repeatWhileUnavailable(agree));
  }
  const responses = await Promise.all(agreements.map((agree) => agree()));
  const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
  const expected = [
    ...Array<number>(BALES).fill(200),
    ...Array<number>(REQUESTERS - BALES).fill(409),
  ];
  const { db } = database;
  const listing = db.selectFrom('listings').where('post_id', '=', post_id);
  const row = await listing.select(['amount_left', 'status']).executeTakeFirst();
  const agreed = await sumAgreed(db, post_id);
  return [
    ...differences('agreements', statuses, expected),
    ...differences('what is left', row, { amount_left: 0, status: 'promised' }),
    ...differences('what is agreed', agreed, { amount: BALES }),
  ];
}
