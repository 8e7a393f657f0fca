import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { runInLanguage } from '#lib/messages/t.ts';
import { exportMember, makeDueExports } from '#lib/server/privacy/exports/make-exports.ts';
import { PERSONAL_TABLES } from '#lib/server/privacy/personal-data/tables.ts';
import { MARK, OTHERS } from '#tests/support/nouns/everything.ts';
import {
  addMemberWithEverything,
  confirm,
  PHONE,
  SIGN_IN_PHONE,
} from '#tests/support/nouns/member-with-everything.ts';
import { unzip } from '#tests/support/server/unzip.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const EXPORT = '/api/web/account/export';

/** A row of an export. */
type Row = Record<string, string | null>;

/** Counts the rows that name a member, by table. */
async function countRows({ services }: Site, memberId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, names, owner } of PERSONAL_TABLES) {
    const conditions = names.map((name) => sql`${sql.ref(name)} = ${memberId}`);
    if (owner)
      conditions.push(
        sql`${sql.ref(owner.column)} in (select id from posts where author_id = ${memberId})`,
      );
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where ${sql.join(conditions, sql` or `)}`.execute(services.db);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

/** Downloads the export of a member's data. */
async function download(browser: Browser): Promise<Map<string, Buffer>> {
  const response = await browser.send(`${EXPORT}/file`);
  return unzip(Buffer.from(await response.arrayBuffer()));
}

test('an export has every row that names the member, their images, and no secret', async () => {
  const site = await openSite();
  const { subject, own } = await addMemberWithEverything(site);
  const { id } = subject.member;
  const counts = await countRows(site, id);
  await makeDueExports(site.services);
  const zip = await download(subject);
  const rows = (table: string): Row[] =>
    JSON.parse(zip.get(`data/${table}.json`)?.toString() ?? '');
  for (const [table, count] of Object.entries(counts))
    expect([table, rows(table).length]).toEqual([table, count]);
  expect(rows('members')[0]).toMatchObject({ id, contact_phone: PHONE, birthdate: '1970-01-31' });
  expect(rows('posts')[0]).toMatchObject({ id: own.post.post_id, title: `${MARK} straw` });
  // Excludes who blocked or reported them.
  expect(new Set(rows('blocks').map((row) => row['blocker_id']))).toEqual(new Set([id]));
  expect(new Set(rows('reports').map((row) => row['reporter_id']))).toEqual(new Set([id]));
  expect(zip.get('data/quarantine_rows.json')?.toString()).toContain(`${MARK}phones`);
  const images = [...zip.keys()].filter((name) => name.startsWith('images/'));
  const removed = rows('quarantine_rows').map((row) => row['image_key']);
  const ownKeys = [rows('members')[0]?.['avatar_key'], rows('attachments')[0]?.['image_key']];
  const named = [...ownKeys, ...removed.filter((key) => key !== null)];
  expect(images.toSorted()).toEqual(named.map((key) => `images/${key}.webp`).toSorted());
  for (const name of images)
    expect((await sharp(zip.get(name)).metadata()).width).toBeGreaterThan(0);
  const page = zip.get('index.html')?.toString() ?? '';
  const shown = ownKeys.map((key) => `images/${key}.webp`);
  for (const text of [PHONE, SIGN_IN_PHONE, `${MARK} straw`, `${MARK} comment`, ...shown])
    expect(page).toContain(text);
  const everything = Buffer.concat([...zip.values()]).toString('latin1');
  const { password_hash } = subject.member;
  for (const secret of [password_hash, 'token_hash', 'code_hmac', 'public_key', 'request_hash'])
    expect(everything).not.toContain(secret);
});

test('an export excludes what the other member of a pickup wrote', async () => {
  const site = await openSite();
  const { other } = await addMemberWithEverything(site);
  await confirm(other);
  await other.post(EXPORT);
  await makeDueExports(site.services);
  const zip = await download(other);
  const appointments = zip.get('data/appointments.json')?.toString() ?? '';
  expect(JSON.parse(appointments).length).toBeGreaterThan(5);
  for (const own of ['note', 'field']) expect(appointments).toContain(`${OTHERS} ${own}`);
  expect(appointments).not.toMatch(RegExp(`${MARK} (?:note|field|reason)`));
  expect(zip.get('data/appointment_messages.json')?.toString()).toContain(other.member.id);
  expect(zip.get('data/comments.json')?.toString()).not.toContain(`${MARK} comment`);
});

test('an export of a member of staff has their acts, without their reasons about others', async () => {
  const site = await openSite();
  const staff = await site.loggedIn(await site.member({ role: 'staff' }));
  const jun = await site.member();
  const disable = (id: string, reason: string) =>
    staff.post(`/api/admin/members/${id}/disable`, { reason });
  expect((await disable(jun.id, 'Sells tickets')).status).toBe(200);
  await staff.post(EXPORT);
  await makeDueExports(site.services);
  const acts = JSON.parse((await download(staff)).get('data/audit_log.json')?.toString() ?? '');
  expect(acts).toMatchObject([{ act: 'member.disabled', member_id: jun.id, reason: null }]);
});

test('an export’s page is in the language in which it was made', async () => {
  const site = await openSite();
  const { id } = await site.member();
  const path = join(site.services.config.dataDir, 'copy.zip');
  await runInLanguage('fil', () => exportMember(site.services, id, path));
  const page = unzip(readFileSync(path)).get('index.html')?.toString();
  expect(page).toContain('<html lang="fil">');
  expect(page).toContain('<h2>Mga comment mo</h2>\n<p>Wala.</p>');
});
