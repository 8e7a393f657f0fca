// Sessions of members, inserted into the database because each login takes 40 ms of processor time.
import { hash, randomUUIDv7 } from 'node:crypto';

import { type Database, quote } from './database.ts';

/** A member with a session. */
export interface BenchMember {
  id: string;
  email: string;
  sessionId: string;
  /** the Cookie header */
  cookie: string;
  /** the tokens, if the scenario needs them */
  csrf: string;
  access: string;
  /** when they were signed, in milliseconds since 1970 */
  signedAt: number;
  /** of the member's last page of notifications */
  etag: string;
}

/** For a member who has not polled yet. */
export const NO_ETAG = '""';

const BATCH = 500;

const sha256 = (text: string) => hash('sha256', text, 'base64url');

async function insertSessions(database: Database, members: BenchMember[]): Promise<void> {
  const rows = members.map(({ id, sessionId, cookie }) => {
    const texts = [sessionId, sha256(cookie.replace('session=', '')), id, 'bench'];
    return `(${texts.map(quote).join()}, ${Date.now()}, ${Date.now()}, ${Date.now()})`;
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await database.run(`insert into sessions
      (id, token_hash, member_id, user_agent, created_at, seen_at, confirmed_at)
      values ${rows.slice(from, from + BATCH).join()}`);
}

/** Gives all members of a data set a session. @returns them by id */
export async function signInAll(database: Database): Promise<BenchMember[]> {
  const rows = await database.run('select id, email from members order by id');
  const members = rows.map(({ id = '', email = '' }) => ({
    id,
    email,
    sessionId: randomUUIDv7(),
    cookie: `session=${sha256(`bench ${id}`)}`,
    csrf: '',
    access: '',
    signedAt: 0,
    etag: NO_ETAG,
  }));
  await insertSessions(database, members);
  return members;
}
