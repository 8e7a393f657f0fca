// What members ask, over and over.
import type { Ask } from './ask.ts';
import { toBytes } from './ask.ts';
import type { BenchMember, World } from './case.ts';
import type { Visit } from './line.ts';

export const BROTLI = { 'accept-encoding': 'br' };

const FORUM = '/api/web/forum';
const NOTIFICATIONS = '/api/web/notification';
const SEARCHES = ['rice', 'coconut husk', 'maria', 'mango glean', 'bautsta', 'mould kiln', 'no 12'];

/** The same request, by members in turns. */
export const byMembers = (
  { members }: World,
  path: string,
  headers: Record<string, string> = {},
): Ask[] => members.map(({ cookie }) => ({ path, headers: { ...headers, cookie } }));

/** Each post, by members in turns. @param part what of it is asked for, e.g. `/comments` */
export const eachPost = ({ members, posts }: World, part: string): Ask[] =>
  posts.map((id, turn) => {
    const { cookie = '' } = members[turn % members.length] ?? {};
    return { path: `${FORUM}/posts/${id}${part}`, headers: { cookie } };
  });

/** Words, names and misspelt names, by members in turns: one may only search so often. */
export const searches = ({ members }: World): Ask[] =>
  members.map(({ cookie }, turn) => {
    const words = encodeURIComponent(SEARCHES[turn % SEARCHES.length] ?? '');
    return { path: `${FORUM}/explore/look/account/posts?search=${words}`, headers: { cookie } };
  });

/** A page of notifications. @param etag of the page one has, or none */
const look = ({ cookie, access }: BenchMember, etag: string): Ask => ({
  path: NOTIFICATIONS,
  headers: { cookie, authorization: `Bearer ${access}`, ...(etag && { 'if-none-match': etag }) },
});

/** Members look at their notifications. @param unchanged they have that page already */
export const looks = ({ members }: World, unchanged: boolean): Ask[] =>
  members.map((member) => look(member, unchanged ? member.etag : ''));

/** A member looks whether there are notifications, as the browser does: with the etag of the last answer. */
export function* poll({ members, port }: World, turn: number): Visit {
  const member = members[turn % members.length] as BenchMember;
  const { status, head } = yield toBytes(look(member, member.etag), port);
  if (status === 200) member.etag = /\r\netag: ([^\r]+)/i.exec(head)?.[1] ?? '';
  return status === 200 || status === 304;
}
