import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { listRowsOf } from '#lib/server/privacy/personal-data/row-queries.ts';
import { MENTIONS, PERSONAL_TABLES, RULES } from '#lib/server/privacy/personal-data/tables.ts';
import { addMemberWithEverything } from '#tests/support/nouns/member-with-everything.ts';
import { listColumns, listReferences } from '#tests/support/site/live-schema.ts';
import { openSite } from '#tests/support/site/site.ts';

// The names of columns that refer to members.
const NAMES_A_MEMBER =
  /^(member|owner|author|actor|requester|reporter|reported|follower|followed|blocker|blocked|staff|inviter|viewer|recipient|audience_member|erased)_id$|_by$/;
const IS_ID = /(^|_)id$|^translation_of$/;

/** The columns that refer to members, from the rules. */
const NAMING: { table: string; column: string }[] = [
  ...PERSONAL_TABLES.flatMap(({ table, names, about = [] }) =>
    [...names, ...about].map((column) => ({ table, column })),
  ),
  ...MENTIONS,
];

const keysOf = (rows: { table: string; column: string }[]) =>
  rows.map(({ table, column }) => `${table}.${column}`).toSorted();

test('every table has a rule for members’ data in personal-data/', async () => {
  const { services } = await openSite();
  const tables = new Set((await listColumns(services)).map(({ table }) => table));
  expect(Object.keys(RULES).toSorted()).toEqual([...tables].toSorted());
});

test('every column of a table with members’ rows is exported, or withheld for a reason', async () => {
  const { services } = await openSite();
  const live = keysOf(await listColumns(services));
  for (const { table, exported, withheld } of PERSONAL_TABLES) {
    const handled = [...exported, ...Object.keys(withheld)].map((column) => ({ table, column }));
    const columns = live.filter((each) => each.startsWith(`${table}.`));
    expect(keysOf(handled), `${table}: export a new column, or say why not`).toEqual(columns);
  }
});

test('every text column of the other tables is listed as not a member’s', async () => {
  const { services } = await openSite();
  const columns = await listColumns(services);
  const texts = columns.filter(({ type, column }) => type === 'text' && !IS_ID.test(column));
  for (const [table, rule] of Object.entries(RULES)) {
    if (!('why' in rule)) continue;
    const live = texts.filter((each) => each.table === table);
    // SQLite stores ids as texts.
    const ids = services.dialect === 'sqlite' ? (rule.mentions ?? []) : [];
    const known = [...rule.texts, ...ids].map((column) => ({ table, column }));
    expect(keysOf(live)).toEqual(keysOf(known));
  }
});

test('export and erasure cover every column that refers to a member', async () => {
  const { services } = await openSite();
  const references = keysOf(await listReferences(services)).filter((each) => each !== 'members.id');
  const named = (await listColumns(services)).filter(({ column }) => NAMES_A_MEMBER.test(column));
  const known = new Set(keysOf(NAMING));
  // All that remains of a member.
  known.add('erased_members.member_id');
  const live = new Set([...references, ...keysOf(named)]);
  expect([...live].filter((each) => !known.has(each))).toEqual([]);
  expect(references.length).toBeGreaterThan(10);
});

test('the tests’ member has a row for every such column', async () => {
  const site = await openSite();
  const { subject } = await addMemberWithEverything(site);
  const { id } = subject.member;
  const theirs = (column: string) => sql`${sql.ref(column)} = ${id}`;
  const owned = (column: string) =>
    sql`${sql.ref(column)} in (select id from posts where author_id = ${id})`;
  const conditions = NAMING.map(({ table, column }) => ({ table, column, where: theirs(column) }));
  for (const { table, owner } of PERSONAL_TABLES)
    if (owner) conditions.push({ table, column: owner.column, where: owned(owner.column) });
  const missing: string[] = [];
  for (const { table, column, where } of conditions) {
    // The member has not requested it yet.
    if (table === 'deletions') continue;
    const rows = sql`select 1 from ${sql.table(table)} where ${where} limit 1`;
    if ((await rows.execute(site.services.db)).rows.length === 0)
      missing.push(`${table}.${column}`);
  }
  expect(missing, 'add them to tests/support/nouns/member-with-everything.ts').toEqual([]);
});

test('every row of a member is read once, in batches of any size', async () => {
  const site = await openSite();
  const { subject } = await addMemberWithEverything(site);
  for (const table of PERSONAL_TABLES) {
    const list = (after: string | null, limit: number) =>
      listRowsOf(site.services.db, table, subject.member.id, after, limit);
    const { rows: all } = await list(null, 1000);
    const read = [];
    for (let after: string | null = null; ;) {
      const { rows, next } = await list(after, 1);
      read.push(...rows);
      if (next === null) break;
      after = next;
    }
    expect(read, table.table).toEqual(all);
  }
});
