import pg from 'pg';
import { writeFileSync } from 'node:fs';
import { statements } from './bench/dataset-sql.ts';
import { openDatabase } from '#lib/server/db/open.ts';
import { migrate } from '#lib/server/db/migrate.ts';
import { findPostgres, startCluster } from '../tests/support/postgres-cluster.ts';
const c = await startCluster(findPostgres()!);
writeFileSync('/tmp/srch/pgurl', c.url);
const d = openDatabase(c.url); await migrate(d); await d.close();
const client = new pg.Client({ connectionString: c.url }); await client.connect();
await client.query('set session_replication_role = replica');
let t = Date.now();
for (const s of statements('postgres', 1_000_000, Date.now(), 'x').slice(0, 3)) await client.query(s);
console.log('loaded', Date.now() - t);
t = Date.now();
await client.query(String.raw`
create function search_words(said text) returns text[] immutable strict parallel safe language sql as $$
  select coalesce(array_agg(distinct left(word, 64)), '{}') from regexp_split_to_table(
    lower(regexp_replace(normalize(said, nfkd), '[\u0300-\u036f]', '', 'g')),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\ufe00-\uff0f\U0001f000-\U0001faff]+') word where word <> ''
$$`);
await client.query(`alter table posts add column words tsvector generated always as (array_to_tsvector(search_words(title || ' ' || description))) stored`);
console.log('column', Date.now() - t); t = Date.now();
await client.query('create index posts_words on posts using gin (words)');
console.log('index', Date.now() - t); t = Date.now();
await client.query('vacuum analyze posts');
console.log((await client.query(`select pg_size_pretty(pg_relation_size('posts_words')) i, pg_size_pretty(pg_relation_size('posts')) t, words from posts limit 1`)).rows);
console.log('vac', Date.now() - t);
setInterval(() => {}, 1e6);
