// A migration only adds: servers of the version before go on reading and writing while a new one migrates.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const FILES = globSync('src/lib/server/platform/db/migrations/0*{.ts,/**/*.ts}', {
  cwd: root,
}).toSorted();
const TAKES_AWAY = [
  /\b(drop|rename|truncate)\b/i,
  /\balter column\b/i,
  /\b(delete from|update \w+ set)\b/i,
  // Servers of the version before do not set it.
  /\badd column \S+ \S+ not null(?! default)/i,
];

// It replaces a trigger by one that does more. Its other updates, in triggers, are of the search index.
const REPLACES_A_TRIGGER = '0012-listing-words.ts';

// The first one creates what is there.
const CREATES_ALL = /migrations\/0001-/;

const isExempt = (file: string) => file.endsWith(REPLACES_A_TRIGGER) || CREATES_ALL.test(file);

// What such servers write and read stays as it was: a column takes null, too. SQLite does so by making the table again,
// with all of its rows, in the transaction of the migration.
const TAKES_NULL = [
  /alter table \w+ alter column \w+ drop not null/g,
  /`drop table (\w+)`,\s*`alter table all_\1 rename to \1`/g,
];

// Those of 0022. It gives rows that are there their kind, and makes one of the likes of a post: such servers read them as
// any other.
const CHANGES_ROWS = [
  /update notifications set kind = case\s+when dedupe_key/g,
  /update notifications set\s+dedupe_key = 'likes ' \|\|/g,
  /delete from notifications where kind = 'like' and id in \(/g,
  // Those of 0050 and 0051 fill their new columns, which such servers do not read.
  /update bookings set agreed_at = updated_at where status = 'agreed'/g,
  /update pickups set moved_to = \(\s+select drivers\.day from trip_stops/g,
];

// Those of 0026: a member may report a thing again once it was decided. Such servers go on rejecting what is open.
const REPLACES_INDEXES = [
  /alter table reports drop constraint if exists \w+/g,
  /drop index if exists reports_comment_id_idx, reports_member_id_idx/g,
  // That of 0043: it is made again for what such servers write, as it was.
  /drop index pickups_open_idx/g,
];

test.each(FILES.filter((file) => !isExempt(file)))('%s only adds', (file) => {
  const source = readFileSync(resolve(root, file), 'utf8');
  const exempt = [...TAKES_NULL, ...CHANGES_ROWS, ...REPLACES_INDEXES];
  const text = exempt.reduce((rest, pattern) => rest.replaceAll(pattern, ''), source);
  for (const pattern of TAKES_AWAY) expect(text).not.toMatch(pattern);
});
