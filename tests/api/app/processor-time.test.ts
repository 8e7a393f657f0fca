// No request may use much processor time, even with 64 KB of the worst text in every field (ASVS 15.1.3, 15.2.2).
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { part } from '#tests/support/site/multipart-forms.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const MAX_MS = 50;
const LENGTH = 30_000;
const TOKEN = 'a'.repeat(43);

// At most 64 KB as JSON, so that they are parsed.
const WORST: Record<string, string> = {
  'combining marks out of order': `a${'\u0301'.repeat(LENGTH / 2)}${'\u0316'.repeat(LENGTH / 2)}`,
  'marks that compose': 'e\u0301\u0323'.repeat(LENGTH / 4),
  'Korean syllables in parts': '\u1100\u1161\u11a8'.repeat(LENGTH / 6),
  spaces: `a${' '.repeat(LENGTH)}b`,
  'line breaks': `a${'\n'.repeat(LENGTH)}b`,
  'labels of a host': `a@${'a.'.repeat(LENGTH / 2)}`,
  'at signs': '@'.repeat(LENGTH),
  hyphens: '-'.repeat(LENGTH),
  digits: '9'.repeat(LENGTH),
  'prefixes of a phone number': '63'.repeat(LENGTH / 2),
  apostrophes: "'".repeat(LENGTH),
  backslashes: '\\'.repeat(LENGTH),
  'dotted capitals': 'İ'.repeat(LENGTH / 2),
  'invisible characters': '\u200b'.repeat(LENGTH / 2),
  'halves of surrogate pairs': '\ud83d'.repeat(LENGTH / 4),
};

interface Call {
  method: string;
  path: string;
  /** valid fields, each of which is replaced in turn */
  fields: Record<string, string>;
  isMultipart?: boolean;
}

const AUTH = '/api/web/auth';
const ACCOUNT = '/api/web/account';
const FORUM = '/api/web/forum';

/** Every call with text fields. */
const callsFor = (post_id: string): Call[] => [
  { method: 'POST', path: `${AUTH}/login`, fields: { email: 'a@b.example', password: 'x' } },
  { method: 'POST', path: `${AUTH}/forgot-password`, fields: { email: 'a@b.example' } },
  { method: 'POST', path: `${AUTH}/check-forgot-token`, fields: { token_id: TOKEN } },
  { method: 'POST', path: `${AUTH}/verify-otp`, fields: { otp: '12345678', token_id: TOKEN } },
  { method: 'POST', path: `${AUTH}/reset-password`, fields: { password: 'x', token_id: TOKEN } },
  {
    method: 'PATCH',
    path: `${ACCOUNT}/profile`,
    fields: { first_name: 'Ana', middle_name: '', last_name: 'Cruz' },
  },
  { method: 'PATCH', path: `${ACCOUNT}/phone`, fields: { phone_number: '09171234567' } },
  {
    method: 'PATCH',
    path: `${ACCOUNT}/password`,
    fields: { old_password: 'x', new_password: 'y' },
  },
  {
    method: 'POST',
    path: POSTS,
    fields: { title: 'Rice', description: 'Straw' },
    isMultipart: true,
  },
  { method: 'PATCH', path: `${POSTS}/${post_id}`, fields: { title: 'Rice', description: 'Straw' } },
  { method: 'POST', path: `${POSTS}/${post_id}/comments`, fields: { comment: 'Salamat', post_id } },
  { method: 'POST', path: `${POSTS}/${post_id}/report`, fields: { report_desc: 'An ad.' } },
];

const send = (browser: MemberBrowser, { method, path, fields, isMultipart }: Call) =>
  browser.change(method, path, isMultipart ? postForm([], fields) : fields);

/** Describes a request that fails or takes too much processor time, summed over all threads. */
async function findError(name: string, run: () => Promise<{ status: number }>): Promise<string[]> {
  let error: string[] = [];
  // The first requests include compiling code and collecting garbage.
  for (let tried = 0; tried < 4; tried += 1) {
    const before = process.cpuUsage();
    const { status } = await run();
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms <= MAX_MS && status < 500) return [];
    error = [`${name}: ${ms} ms, ${status}`];
  }
  return error;
}

async function openForum() {
  const site = await openSite();
  const { id } = await addPost(site.services.db, { author_id: (await site.member()).id });
  return { browser: await site.signedIn(), calls: callsFor(id) };
}

test.each(Object.entries(WORST))('%s in any field of a body', async (_, text) => {
  const { browser, calls } = await openForum();
  const errors: string[] = [];
  for (const call of calls)
    for (const field of Object.keys(call.fields)) {
      const worst = { ...call, fields: { ...call.fields, [field]: text } };
      errors.push(...(await findError(`${call.path} ${field}`, () => send(browser, worst))));
    }
  expect(errors).toEqual([]);
});

// The headers of a request may have 16 KB.
const QUERY_LENGTH = 2000;

test.each(Object.entries(WORST))('%s in any query', async (_, text) => {
  const { browser } = await openForum();
  const value = encodeURIComponent(text.slice(0, QUERY_LENGTH).toWellFormed());
  const errors: string[] = [];
  for (const path of [
    `${FORUM}/explore/look/account/posts?search=`,
    `${FORUM}?cursor=`,
    `${FORUM}?limit=`,
    '/api/web/eduhub?search=',
    '/api/web/eduhub?cursor=',
  ])
    errors.push(...(await findError(path, () => browser.get(path + value))));
  expect(errors).toEqual([]);
});

test.each([
  ['escaped quotes', '\\"'.repeat(480)],
  ['escaped quotes and a backslash', `${'\\"'.repeat(480)}\\`],
  ['quotes', '"'.repeat(960)],
  ['semicolons', ';'.repeat(960)],
])('%s in the headers of a form', async (_, name) => {
  const { browser } = await openForum();
  const body = `${part(`name="title"; x="${name}`).repeat(20)}--b--`;
  const errors = await findError('form', async () => {
    const headers = {
      origin: 'http://localhost',
      'x-csrf-token': await browser.token(),
      'content-type': 'multipart/form-data; boundary=b',
    };
    return browser.send(POSTS, { method: 'POST', body, headers });
  });
  expect(errors).toEqual([]);
});
