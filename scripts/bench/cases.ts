// What is measured. A new case is one entry here: what it asks, and what it is held to (design 8).
import { type Ask, toBytes } from './ask.ts';
import type { Visit } from './line.ts';
import { multipart } from './multipart.ts';

/** A member with a session. */
export interface BenchMember {
  id: string;
  email: string;
  /** the Cookie header */
  cookie: string;
  /** a CSRF token of the session; empty unless a case changes something */
  csrf: string;
}

/** What a case may ask about. */
export interface World {
  /** of the site */
  port: number;
  members: BenchMember[];
  /** ids of the newest posts */
  posts: string[];
  password: string;
  /** a photograph, JPEG */
  photo: Uint8Array;
}

/** One row of the table. */
export interface Case {
  name: string;
  title: string;
  /** the requests, made in turns; each worker has members and posts of its own */
  asks?: (world: World) => Ask[];
  /** instead: visits of more than one request */
  visits?: (world: World, turn: number) => Visit;
  /** the status of a good answer; by default 200 */
  expects?: number;
  /** the least part of a bare server's requests a second; without it none is compared */
  budget?: number;
  /** compared with a bare server, but held to nothing */
  compared?: boolean;
  /** at most this many connections */
  connections?: number;
  /** needs CSRF tokens: makes or changes rows */
  changes?: boolean;
}

const BROTLI = { 'accept-encoding': 'br' };
const OWN = { 'sec-fetch-site': 'same-origin' };
const VIEWERS = 4;

/** The same request, by some members in turns. */
const viewers = ({ members }: World, path: string, headers: Record<string, string> = {}): Ask[] =>
  members.slice(0, VIEWERS).map(({ cookie }) => ({ path, headers: { ...headers, cookie } }));

const post = ({ members, photo }: World, withPhoto: boolean): Ask[] => {
  const form = multipart(
    { title: 'Rice straw, dry', description: 'Forty bundles beside the road. Come before Friday.' },
    withPhoto
      ? { field: 'attachments', name: 'straw.jpg', type: 'image/jpeg', bytes: photo }
      : null,
  );
  return members.map(({ cookie, csrf }) => ({
    method: 'POST',
    path: '/api/web/forum/posts',
    headers: { ...OWN, cookie, 'x-csrf-token': csrf, 'content-type': form.type },
    body: form.body,
  }));
};

function* signIn({ members, password, port }: World, turn: number): Visit {
  const { email = '' } = members[turn % members.length] ?? {};
  const token = yield toBytes({ path: '/api/token/csrf' }, port);
  const cookie = /set-cookie: ([^;]+)/i.exec(token.head)?.[1] ?? '';
  const csrf = /"token":"([^"]+)/.exec(token.text())?.[1] ?? '';
  const headers = { ...OWN, cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' };
  const body = Buffer.from(JSON.stringify({ email, password }));
  const answer = yield toBytes(
    { method: 'POST', path: '/api/web/auth/login', headers, body },
    port,
  );
  return answer.status === 200;
}

export const CASES: Case[] = [
  {
    name: 'prerendered',
    title: 'Prerendered page, br',
    asks: () => [{ path: '/thank-you', headers: BROTLI }],
    budget: 0.6,
  },
  {
    name: 'guest',
    title: 'Guest explore page, br',
    asks: () => [{ path: '/forums/explore', headers: BROTLI }],
    budget: 0.6,
  },
  {
    name: 'member',
    title: 'Member explore page, br',
    asks: (world) => viewers(world, '/forums/explore', BROTLI),
    budget: 0.05,
  },
  {
    name: 'feed',
    title: 'Member feed, identity',
    asks: (world) => viewers(world, '/api/web/forum'),
    budget: 0.3,
  },
  {
    name: 'feed-br',
    title: 'Member feed, br',
    asks: (world) => viewers(world, '/api/web/forum', BROTLI),
    compared: true,
  },
  {
    name: 'post',
    title: 'Create post',
    asks: (world) => post(world, false),
    expects: 201,
    changes: true,
  },
  {
    name: 'photo',
    title: 'Create post with a photo',
    asks: (world) => post(world, true),
    expects: 201,
    changes: true,
    connections: 8,
  },
  { name: 'sign-in', title: 'Sign-in', visits: signIn, connections: 8 },
];
