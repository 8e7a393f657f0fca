// A plain form keeps its text when it is too long, its page was open too long, or the session has ended.
import { beforeAll, expect, test } from 'vitest';

import { addComment, addListing, addMember, addPost } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { MemberTable } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { shareServer } from '#tests/server/running-server.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import { databaseAddress, originOf } from '#tests/support/server/server-process.ts';

const shared = shareServer();
const WORDS = 'Two men & a “truck”';
const EXPIRED = 'This page was open too long, so nothing was sent.';

let member: MemberTable;
let cookie = '';
let paths: Record<string, string> = {};

beforeAll(async () => {
  const database = openDatabase(databaseAddress(shared()));
  const { db } = database;
  member = await addMember(db, { password_hash: 'none', role: 'staff' });
  cookie = `session=${await insertSession(db, member.id)}`;
  const { id: owner_id } = await addMember(db, { password_hash: 'none' });
  const { id: post_id } = await addPost(db, { author_id: owner_id });
  const { kind, material, town } = await addListing(db, { post_id });
  const appointment_id = newId();
  const now = Date.now();
  const subject = 'amount' as const;
  const common = {
    subject,
    post_id,
    kind,
    material,
    town,
    day: regionDay(now),
    owner_id,
    amount: 1,
  };
  const times = { created_at: now, updated_at: now };
  await db
    .insertInto('appointments')
    .values({
      id: appointment_id,
      ...common,
      ...times,
      requester_id: member.id,
      status: 'requested',
    })
    .execute();
  const { id: other } = await addPost(db, { author_id: owner_id });
  await addListing(db, { post_id: other });
  await addComment(db, post_id, member.id, 'Good.');
  const comment = await db.selectFrom('comments').select('id').executeTakeFirstOrThrow();
  paths = {
    request: `/exchange/${other}`,
    pickup: `/exchange/pickups/${appointment_id}`,
    report: `/report/member/${owner_id}`,
    comment: `/forums/posts/${post_id}/comments/${comment.id}`,
  };
  await database.close();
});

/** Submits a form like a browser without scripts. */
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(originOf(shared()) + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: originOf(shared()), accept: 'text/html', ...headers },
    redirect: 'manual',
  });

/** For each page a form, and the field with the text. */
const FORMS: [page: string, field: string, fields: Record<string, string>][] = [
  ['request', 'note', {}],
  ['pickup', 'content', { action: 'message' }],
  ['pickup', 'reason', { action: 'call_off' }],
  ['report', 'report_desc', {}],
  ['comment', 'comment', { action: 'edit' }],
  ['/staff/members/new', 'last_name', { action: 'add' }],
  ['/staff/invitations', 'note', {}],
  ['/staff/notifications', 'title', { action: 'send', to: 'everyone', content: 'x', key: newId() }],
  ['/staff/notifications', 'content', { action: 'preview', to: 'everyone', title: 'x' }],
  ['/profile/tokens', 'name', { action: 'create' }],
  ['/staff/reports/reasons', 'text', { action: 'add' }],
];

const html = (text: string) => text.replaceAll('&', '&amp;');
const includesWords = (page: string) =>
  page.includes(html(WORDS)) || page.includes(html(WORDS).replaceAll('“', '&ldquo;'));

test.each(FORMS)('%s keeps %s when its page was open too long', async (page, field, fields) => {
  const path = paths[page] ?? page;
  const sent = { ...fields, [field]: WORDS, csrf_token: '1.old', page_viewer: member.id };
  const response = await send(path, sent, { cookie });
  const shown = await response.text();
  expect(response.status).toBe(403);
  expect(shown).toContain(EXPIRED);
  expect(includesWords(shown)).toBe(true);
  expect(shown).toMatch(/name="csrf_token" value="\d{13}\.[\w-]+"/);
});

test.each(FORMS)(
  '%s keeps all of %s, and says that it is too long',
  async (page, field, fields) => {
    const path = paths[page] ?? page;
    const long = 'straw '.repeat(2000).trim();
    const session = cookie.replace('session=', '');
    const headers = await new ServerClient(shared(), session).headers();
    const csrf_token = headers['x-csrf-token'] ?? '';
    const sent = { ...fields, [field]: long, csrf_token, page_viewer: member.id };
    const response = await send(path, sent, { cookie });
    const shown = await response.text();
    expect(response.status).toBe(400);
    expect(shown).toContain(long);
    expect(shown).toMatch(/Please use at most \d+ characters|has a maximum of 50 characters/);
    // A browser would cut a pasted text silently.
    expect(shown).not.toMatch(/maxlength/i);
  },
);

test.each(FORMS)(
  '%s keeps %s when the session has ended, through the sign-in',
  async (page, field, fields) => {
    const path = paths[page] ?? page;
    const secret = 'Straw-for-7-Cows';
    const sent = { ...fields, [field]: WORDS, csrf_token: '1.old', page_viewer: member.id };
    const response = await send(path, { ...sent, confirm_password: secret });
    const signIn = await response.text();
    expect(response.status).toBe(401);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(signIn).toContain('You were logged out, so nothing was sent.');
    expect(signIn).toMatch(new RegExp(`<form action="${path}" method="post"[^>]* data-unsent`));
    expect(includesWords(signIn)).toBe(true);
    expect(signIn).not.toContain(secret);
    // A script gets an error, and lets the browser submit the form.
    const rejected = await send(path, sent, { accept: 'application/json, text/html' });
    expect([rejected.status, (await rejected.json()).code]).toEqual([401, 'unauthenticated']);

    const { csrf_token: _, ...words } = sent;
    const again = await send(path, words, { cookie });
    const shown = await again.text();
    expect([again.status, includesWords(shown)]).toEqual([403, true]);
    expect(shown).toContain('You’re logged in again');
    // Another member who has signed in since sees none of it.
    const other = await send(path, { ...words, page_viewer: newId() }, { cookie });
    const othersPage = await other.text();
    expect(other.status).toBe(409);
    expect(othersPage).toContain('This was written by another member');
    expect(includesWords(othersPage)).toBe(false);
  },
);

/** For each page a form with files, and the field with the text. */
const FILE_FORMS: [page: string, field: string, fields: Record<string, string>][] = [
  ['/exchange/new', 'description', {}],
  ['/staff/members/import', 'list', { action: 'check' }],
];

test.each(FILE_FORMS)(
  '%s keeps %s beside a file when the session has ended',
  async (path, field, fields) => {
    const sent = { ...fields, [field]: WORDS, csrf_token: '1.old', page_viewer: member.id };
    const body = new FormData();
    body.append('attachments.0', new Blob(['x'.repeat(300_000)]), 'photo.png');
    for (const [name, value] of Object.entries(sent)) body.append(name, value);
    const headers = { origin: originOf(shared()), accept: 'text/html' };
    const response = await fetch(originOf(shared()) + path, { method: 'POST', body, headers });
    const signIn = await response.text();
    expect(response.status).toBe(401);
    expect(signIn).toMatch(/<form action="[^"]+" method="post" enctype="multipart\/form-data"/);
    expect(includesWords(signIn)).toBe(true);
    const { csrf_token: _, ...words } = sent;
    const again = await send(path, words, { cookie });
    const shown = await again.text();
    expect([again.status, includesWords(shown)]).toEqual([403, true]);
    expect(shown).toContain('You’re logged in again');
  },
);

test('text sent by another site is not shown, to members or guests', async () => {
  for (const session of [cookie, '']) {
    const response = await send(
      paths['report'] ?? '',
      { report_desc: WORDS },
      {
        cookie: session,
        origin: 'https://evil.example',
      },
    );
    expect(response.status).toBe(403);
    expect(includesWords(await response.text())).toBe(false);
  }
});
