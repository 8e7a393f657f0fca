import { beforeEach, expect, test, vi } from 'vitest';

import { accessToken, expiryOf } from '#lib/client/access-token.ts';
import { keepDraft, readDraft } from '#lib/client/drafts.ts';
import { login, logout } from '#lib/client/session.ts';
import { isLoggedIn } from '#lib/client/stores/login.ts';
import { answerCalls, standInForBrowser } from '#tests/support/browser-calls.ts';

const NOW = Date.UTC(2026, 10, 21);
const token = (claims: object) =>
  `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const minutes = (n: number) => NOW / 1000 + n * 60;
const credentials = { email: 'maria@glean.example', password: 'Palay-2026!' };
const member = { data: { account_id: '1', name: 'Maria Santos' } };
const refused = () => Response.json({ error: 'No.', code: 'not_signed_in' }, { status: 401 });
const assign = vi.fn();

beforeEach(() => {
  standInForBrowser();
  assign.mockReset();
  vi.stubGlobal('location', { assign });
  isLoggedIn.set(false);
});

test.each([
  ['says when it ends', token({ exp: minutes(1) }), minutes(1) * 1000],
  ['does not say', token({ sub: '1' }), 0],
  ['is no token', 'rubbish', 0],
])('the end of a token that %s', (_, given, end) => {
  expect(expiryOf(given)).toBe(end);
});

test('a token is used until it ends, and asked for once', async () => {
  const calls = answerCalls(() => Response.json({ token: token({ exp: minutes(10) }) }));
  const both = await Promise.all([accessToken(NOW), accessToken(NOW)]);
  expect(both[0]).toBe(both[1]);
  await accessToken(NOW + 9 * 60_000);
  expect(calls).toHaveLength(1);
  await accessToken(NOW + 10 * 60_000);
  expect(calls).toHaveLength(2);
});

test('a kept token without an end is replaced', async () => {
  sessionStorage.setItem('access_token', token({ sub: '1' }));
  const calls = answerCalls(() => Response.json({ token: token({ exp: minutes(10) }) }));
  await accessToken(NOW);
  expect(calls).toHaveLength(1);
});

test('signing in checks the session', async () => {
  const calls = answerCalls(({ path }) =>
    Response.json(path.endsWith('access') ? { token: token({ exp: minutes(10) }) } : member),
  );
  expect(await login(credentials)).toEqual(member.data);
  expect(calls.at(-1)?.path).toBe('/api/token/access');
  expect(isLoggedIn.get()).toBe(true);
});

test('a browser without cookies is told so', async () => {
  answerCalls(({ path }) => (path.endsWith('access') ? refused() : Response.json(member)));
  await expect(login(credentials)).rejects.toThrow('allow cookies');
  expect(isLoggedIn.get()).toBe(false);
});

test.each([
  ['done', () => Response.json({ data: null })],
  ['refused', refused],
  ['lost', () => Promise.reject(new TypeError('Failed to fetch'))],
])('signing out forgets everything when the call is %s', async (_, answer) => {
  answerCalls(answer);
  isLoggedIn.set(true);
  keepDraft({ accountId: '1' }, { title: 'Straw', description: '', key: 'k' });
  await logout();
  expect(isLoggedIn.get()).toBe(false);
  expect(readDraft({ accountId: '1' }).title).toBe('');
  expect(assign).toHaveBeenCalledWith('/login');
});

test('a draft is its member’s alone and keeps its key', () => {
  keepDraft({ accountId: '1' }, { title: 'Straw', description: 'Dry', key: 'k' });
  expect(readDraft({ accountId: '1' })).toEqual({ title: 'Straw', description: 'Dry', key: 'k' });
  expect(readDraft({ accountId: '2' }).title).toBe('');
  expect(readDraft({ accountId: '2' }).key).not.toBe(readDraft({ accountId: '2' }).key);
});
