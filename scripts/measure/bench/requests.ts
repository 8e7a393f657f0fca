// The requests of scenarios.
import { FormData } from 'undici';

import type { Request, Response, Send } from './connection.ts';
import { PASSWORD } from './dataset-sql.ts';
import type { BenchMember } from './sessions.ts';

export const FORUM = '/api/web/forum';
export const POSTS = `${FORUM}/posts`;
// As browsers do.
const ENCODINGS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** A page as a browser fetches it, of a guest or a member. */
export const getPage = (path: string, { cookie = '' } = {}): Request => ({
  path,
  headers: { ...ENCODINGS, ...(cookie && { cookie }) },
});

/** A page as guests of many networks fetch it: each network has a limit. */
export function getGuestPage(path: string, turn: number): Request {
  const network = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
  return { path, headers: { ...ENCODINGS, 'x-forwarded-for': network } };
}

/** Data for a member, as a browser fetches it. */
export const get = (path: string, { cookie }: BenchMember, headers = {}): Request => ({
  path,
  headers: { ...ENCODINGS, ...headers, cookie },
});

export const getNotifications = (member: BenchMember, headers = {}): Request =>
  get('/api/web/notification', member, { ...headers, authorization: `Bearer ${member.access}` });

type Signed = Pick<BenchMember, 'cookie' | 'csrf'>;

function post(path: string, { cookie, csrf }: Signed, body: FormData | string): Request {
  const headers = { ...ENCODINGS, cookie, 'x-csrf-token': csrf, 'sec-fetch-site': 'same-origin' };
  // The content type of a form is set with its boundary.
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

/** Polls as the browser does: with the ETag of the last response. */
export async function poll(send: Send, member: BenchMember): Promise<Response> {
  const response = await send(getNotifications(member, { 'if-none-match': member.etag }));
  // The floor's 304 has the ETag of the member whose response it imitates.
  if (response.status === 200) member.etag = String(response.headers['etag'] ?? member.etag);
  return response;
}

/** Signs in as the browser does: with a CSRF token that precedes the session. */
export async function signIn(send: Send, { email }: BenchMember): Promise<Response> {
  const token = await send({ path: '/api/token/csrf' });
  const [cookie = ''] = String(token.headers['set-cookie']).split(';');
  const { token: csrf } = JSON.parse(token.body.toString()) as { token: string };
  const body = JSON.stringify({ email, password: PASSWORD });
  return send(post('/api/web/auth/login', { cookie, csrf }, body));
}
