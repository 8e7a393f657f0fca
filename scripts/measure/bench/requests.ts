import { FormData } from 'undici';

import type { Request, Response, Send } from './connection.ts';
import { PASSWORD } from './dataset-sql.ts';
import type { BenchMember } from './sessions.ts';

export const FORUM = '/api/web/forum';
export const POSTS = `${FORUM}/posts`;
// The encodings that browsers accept.
const ENCODINGS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** A request for a page, as a browser sends it for a guest or member. */
export const getPage = (path: string, { cookie = '' } = {}): Request => ({
  path,
  headers: { ...ENCODINGS, ...(cookie && { cookie }) },
});

/** A request for a page by a guest, each in another network, because rate limits apply per network. */
export function getGuestPage(path: string, turn: number): Request {
  const network = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
  return { path, headers: { ...ENCODINGS, 'x-forwarded-for': network } };
}

/** A request for a member's data, as a browser sends it. */
export const get = (path: string, { cookie }: BenchMember, headers = {}): Request => ({
  path,
  headers: { ...ENCODINGS, ...headers, cookie },
});

export const getNotifications = (member: BenchMember, headers = {}): Request =>
  get('/api/web/notification', member, { ...headers, authorization: `Bearer ${member.access}` });

type Signed = Pick<BenchMember, 'cookie' | 'csrf'>;

function post(path: string, { cookie, csrf }: Signed, body: FormData | string): Request {
  const headers = { ...ENCODINGS, cookie, 'x-csrf-token': csrf, 'sec-fetch-site': 'same-origin' };
  // The content type of a form includes its boundary.
  const type = typeof body === 'string' && { 'content-type': 'application/json' };
  return { method: 'POST', path, headers: { ...headers, ...type }, body };
}

/** @param listing JSON */
export function createPost(
  member: BenchMember,
  { photo, listing }: { photo?: Blob; listing?: string } = {},
): Request {
  const form = new FormData();
  form.set('title', 'Rice straw, dry');
  form.set('description', 'Forty bundles beside the road.');
  if (listing) form.set('listing', listing);
  if (photo) form.set('attachments', photo, 'straw.jpg');
  return post(POSTS, member, form);
}

export const likePost = (member: BenchMember, id: string): Request =>
  post(`${POSTS}/${id}/likes`, member, '');

export const createComment = (member: BenchMember, id: string): Request =>
  post(`${POSTS}/${id}/comments`, member, '{"comment":"Is it still there?"}');

/** Polls like the browser, with the last response's ETag. */
export async function poll(send: Send, member: BenchMember): Promise<Response> {
  const response = await send(getNotifications(member, { 'if-none-match': member.etag }));
  // The floor's 304 has the ETag of the member whose response it copies.
  if (response.status === 200) member.etag = String(response.headers['etag'] ?? member.etag);
  return response;
}

/** Logs in like the browser, with the CSRF token of a guest. */
export async function signIn(send: Send, { email }: BenchMember): Promise<Response> {
  const token = await send({ path: '/api/token/csrf' });
  const [cookie = ''] = String(token.headers['set-cookie']).split(';');
  const { token: csrf } = JSON.parse(token.body.toString()) as { token: string };
  const body = JSON.stringify({ email, password: PASSWORD });
  return send(post('/api/web/auth/login', { cookie, csrf }, body));
}
