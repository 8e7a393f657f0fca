// What must hold between two servers on one database: each function returns what does not.
import { addMember } from '#demo/factories.ts';
import { hashPassword } from '#lib/server/auth/password-hash.ts';
import type { Database } from '#lib/server/db/open-database.ts';

import { insertSession } from './insert-session.ts';
import { logIn } from './log-in.ts';
import { postForm, POSTS } from './posts.ts';
import { runOperator } from './run-operator.ts';
import { ServerClient } from './server-client.ts';
import { originOf, type ServerInstance } from './server-process.ts';
import { SECRET } from './two-servers.ts';

const FEED = '/api/web/forum?limit=5';
const PASSWORD = 'Straw-for-7-Cows';
const NEW_PASSWORD = 'Hull-for-9-Kilns';
// docs/operations.md, "Rate limits".
const POSTS_LIMIT = 20;

/** Two servers, and their database. */
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

/** @returns what is not as expected */
const differences = (what: string, found: unknown, expected: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];

const statusOn = async (instance: ServerInstance, session: string): Promise<number> =>
  (await new ServerClient(instance, session).get(FEED)).status;

/** A logout on A holds on B for the next request. */
export async function checkLogout({ database, a, b }: Pair): Promise<string[]> {
  const { sessions } = await addSignedIn(database, 1);
  const [session = ''] = sessions;
  const before = await statusOn(b, session);
  await new ServerClient(a, session).post('/api/web/auth/logout');
  return differences('logout', [before, await statusOn(b, session)], [200, 401]);
}

/** A member whom the operator disables is signed out on both, in every session. */
export async function checkDisabling({ database, a, b }: Pair): Promise<string[]> {
  const { email, sessions } = await addSignedIn(database, 2);
  const [one = '', other = ''] = sessions;
  const before = [await statusOn(a, one), await statusOn(b, other)];
  const { code } = await runOperator(a, ['disable-member', email], { SECRET });
  const after = [await statusOn(a, one), await statusOn(b, other)];
  return differences('disabling', [...before, code, ...after], [200, 200, 0, 401, 401]);
}

/** A change of the password on A ends the other sessions on B, where the old password is wrong from then on. */
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

/** Posts on both servers count towards one limit. */
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
