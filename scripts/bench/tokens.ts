// What members must have before they may ask: tokens, and the page of notifications they saw last.
import { send } from './ask.ts';
import type { BenchMember, Case, World } from './case.ts';

const AT_ONCE = 32;

async function tokenOf({ cookie }: BenchMember, kind: 'csrf' | 'access', port: number) {
  const { body } = await send({ path: `/api/token/${kind}`, headers: { cookie } }, port);
  return (JSON.parse(body.toString()) as { token: string }).token;
}

async function giveCsrf(member: BenchMember, port: number): Promise<void> {
  member.csrf ||= await tokenOf(member, 'csrf', port);
}

/** Always a new one: it only lives ten minutes. */
async function giveAccess(member: BenchMember, port: number): Promise<void> {
  member.access = await tokenOf(member, 'access', port);
  const { cookie, access } = member;
  const headers = { cookie, authorization: `Bearer ${access}` };
  const page = await send({ path: '/api/web/notification', headers }, port);
  member.etag = page.headers.etag ?? '';
}

/** @returns the world as a case needs it: with so many members, who have what it takes */
export async function equip(world: World, { members: count, tokens }: Case): Promise<World> {
  const members = world.members.slice(0, count);
  if (!tokens) return { ...world, members };
  const give = tokens === 'access' ? giveAccess : giveCsrf;
  for (let at = 0; at < members.length; at += AT_ONCE)
    await Promise.all(members.slice(at, at + AT_ONCE).map((member) => give(member, world.port)));
  return { ...world, members };
}
