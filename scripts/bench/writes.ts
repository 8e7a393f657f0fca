// What members do.
import type { Ask } from './ask.ts';
import { toBytes } from './ask.ts';
import type { BenchMember, Case, World } from './case.ts';
import type { Visit } from './line.ts';
import { multipart } from './multipart.ts';

const OWN = { 'sec-fetch-site': 'same-origin' };
const POSTS = '/api/web/forum/posts';

const memberAt = ({ members }: World, turn: number) =>
  members[turn % members.length] as BenchMember;

const form = (photo: Uint8Array | null) =>
  multipart(
    { title: 'Rice straw, dry', description: 'Forty bundles beside the road. Come before Friday.' },
    photo && { field: 'attachments', name: 'straw.jpg', type: 'image/jpeg', bytes: photo },
  );

const send = (
  { cookie, csrf }: BenchMember,
  path: string,
  type: string,
  body: Uint8Array,
): Ask => ({
  method: 'POST',
  path,
  headers: { ...OWN, cookie, 'x-csrf-token': csrf, 'content-type': type },
  body,
});

/** Members post, in turns: one may only write so many. */
export function posting({ members, photo }: World, withPhoto: boolean): Ask[] {
  const { type, body } = form(withPhoto ? photo : null);
  return members.map((member) => send(member, POSTS, type, body));
}

// Counts on over all rounds of a thread: who likes what they like already changes nothing.
let likes = 0;

function like(world: World): Ask {
  const { members, posts } = world;
  const turn = likes++;
  const post = posts[(turn + Math.floor(turn / members.length)) % posts.length];
  return send(memberAt(world, turn), `${POSTS}/${post}/likes`, 'application/json', Buffer.alloc(0));
}

function comment(world: World, turn: number): Ask {
  const path = `${POSTS}/${world.posts[turn % world.posts.length]}/comments`;
  const body = Buffer.from(JSON.stringify({ comment: 'Is it still there?' }));
  return send(memberAt(world, turn), path, 'application/json', body);
}

function* done(ask: Ask, port: number): Visit {
  const { status } = yield toBytes(ask, port);
  return status === 200 || status === 201;
}

/** Members like, each post once. */
export const liking = (world: World): Visit => done(like(world), world.port);

// Counts on as well: one member may only post so often.
let turns = 0;

/** @returns one of ten writes: a post, four comments and five likes */
function write(world: World): Ask {
  const turn = turns++;
  const kind = turn % 10;
  if (kind >= 5) return like(world);
  if (kind > 0) return comment(world, turn);
  const { type, body } = form(null);
  return send(memberAt(world, turn / 10), POSTS, type, body);
}

/** What goes on beside other cases: 20 writes a second. */
export const WRITES: Case = {
  name: 'writes',
  title: 'Writes',
  visits: (world) => done(write(world), world.port),
  connections: 4,
  every: 200,
  members: 200,
  tokens: 'csrf',
  changes: true,
};

/** Signs in, as the browser does. */
export function* signIn({ members, password, port }: World, turn: number): Visit {
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
