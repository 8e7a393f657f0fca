// What migration 0042 makes of the members that are there.
import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { addMember } from '#demo/factories.ts';
import { keepRows, phoneSignIn } from '#lib/server/platform/db/migrations/0042-phone-sign-in.ts';
import { addMemberWithEverything } from '#tests/support/nouns/member-with-everything.ts';
import { dumpTables } from '#tests/support/site/live-schema.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';
import { UNDO } from '#tests/support/site/undo-migrations.ts';

async function undoMigration({ services: { db } }: Site): Promise<void> {
  for (const statement of UNDO['0042-phone-sign-in']) await sql.raw(statement).execute(db);
}

/** Without those that came after it, which stay. */
const upgrade = ({ services: { db, dialect } }: Site) =>
  db.transaction().execute((trx) => phoneSignIn(dialect).up(trx));

const NEW_COLUMN = /,?"sign_in_phone":(null|"\d+")/g;
// When each migration ran, what the tables are made of, and the table that is new.
const OTHERS = /^(kysely_|sqlite_|desk_codes)/;

/** @returns the rows of each table, without the column that is new */
async function dumpRows({ services }: Site): Promise<Record<string, string>> {
  const dump = [...(await dumpTables(services))].filter(([table]) => !OTHERS.test(table));
  return Object.fromEntries(dump.map(([table, rows]) => [table, rows.replaceAll(NEW_COLUMN, '')]));
}

const setLogins = ({ services: { db } }: Site, id: string, email: string | null, phone: string) =>
  db
    .updateTable('members')
    .set({ email, sign_in_phone: phone || null })
    .where('id', '=', id)
    .execute();

test('every row of every table stays, and what refers to members still does', async () => {
  const site = await openSite();
  const { db } = site.services;
  const { subject } = await addMemberWithEverything(site);
  await undoMigration(site);
  const before = await dumpRows(site);
  expect(before['posts']).toContain(subject.member.id);
  await upgrade(site);
  expect(await dumpRows(site)).toEqual(before);
  const orphan = sql`insert into sessions (id, token_hash, member_id, user_agent, created_at, seen_at)
    values (${crypto.randomUUID()}, 'x', ${crypto.randomUUID()}, '', 1, 1)`;
  await expect(orphan.execute(db)).rejects.toThrow(/foreign key/i);
  const { member } = await site.signedIn();
  await db.deleteFrom('members').where('id', '=', member.id).execute();
  const left = db.selectFrom('sessions').where('member_id', '=', member.id).select('id');
  expect(await left.execute()).toEqual([]);
});

test('a member has an email, a phone number to sign in with, or both, each of which no other has', async () => {
  const site = await openSite();
  await undoMigration(site);
  await upgrade(site);
  const [ana, ben] = [await site.member(), await site.member()];
  await setLogins(site, ana.id, null, '09171234567');
  await setLogins(site, ben.id, ben.email, '09181234567');
  await expect(setLogins(site, ana.id, null, '')).rejects.toThrow();
  await expect(setLogins(site, ben.id, ben.email, '09171234567')).rejects.toThrow();
  await setLogins(site, ben.id, null, '09181234567');
  const taken = addMember(site.services.db, {
    password_hash: 'none',
    sign_in_phone: '09181234567',
  });
  await expect(taken).rejects.toThrow();
});

test('a change of tables that would lose rows, or what they refer to, changes nothing', async () => {
  const site = await openSite();
  const { db, dialect } = site.services;
  if (dialect !== 'sqlite') return;
  const { subject } = await addMemberWithEverything(site);
  const before = await dumpRows(site);
  const lose = db.transaction().execute((tx) =>
    keepRows(tx, async () => {
      await sql`delete from members where id = ${subject.member.id}`.execute(tx);
    }),
  );
  await expect(lose).rejects.toThrow(/would change rows of: .*posts/);
  await db.transaction().execute((tx) => keepRows(tx, async () => undefined));
  expect(await dumpRows(site)).toEqual(before);
});
