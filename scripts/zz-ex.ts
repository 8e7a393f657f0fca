import { openDatabase } from '#lib/server/db/open-database.ts';
import { sql } from 'kysely';
import { findPostgres, startCluster } from '#tests/support/postgres-cluster.ts';
import { createDataset } from './bench/dataset.ts';
import { listNearest, listNewest, listEnding } from '#lib/server/listings/search-queries.ts';
import { listListingCards } from '#lib/server/listings/card-queries.ts';
import { listPosts } from '#lib/server/posts/queries.ts';
import { listTowns } from '#lib/server/towns/towns.ts';
import { townsWithin } from '#lib/server/towns/distance.ts';
import { MATERIALS } from '#lib/contract/materials.ts';
const N = Number(process.argv[2] ?? 100000);
const cluster = process.argv[3] === 'pg' ? await startCluster(findPostgres()!) : null;
try {
const data = await createDataset(process.cwd(), N, cluster?.url);
const url = cluster ? data.databaseUrl : data.dataDir + '/glean.sqlite';
const a = openDatabase(url, { isCommand: true });
const posts = (await a.db.selectFrom('posts').select('id').execute()).map((r) => r.id);
const members = (await a.db.selectFrom('members').select('id').limit(1000).execute()).map((r) => r.id);
const towns = listTowns();
const now = Date.now();
const step = Math.floor(posts.length / 50000) || 1;
let rows: any[] = [];
for (let i = 0; i < 50000 && i * step < posts.length; i++) {
  const r = (i * 7919) % 1000;
  rows.push({ post_id: posts[i * step], kind: r < 800 ? 'offer' : r < 950 ? 'need' : 'service', material: MATERIALS[Math.floor(((i * 31) % 997) ** 2 / 997 ** 2 * MATERIALS.length)], amount: null, unit: null, amount_left: null, condition: null, terms: i % 3 ? null : 'free', price_centavos: null, town: towns[Math.floor(((i * 13) % 499) / 499 * towns.length)]!.code, barangay: null, ready_on: null, until: new Date(now + (i % 60) * 864e5).toISOString().slice(0, 10), truck_access: 0, loading_help: 0, status: i % 4 ? 'open' : 'gone', remind_on: null, created_at: now, updated_at: now });
  if (rows.length === 500) { await a.db.insertInto('listings').values(rows).execute(); rows = []; }
}
if (cluster) await sql`analyze`.execute(a.db);
await a.close();
const { db } = openDatabase(url);
const pick = <T,>(l: readonly T[]) => l[Math.floor(Math.random() * l.length)] as T;
async function time(name: string, n: number, f: (i: number) => Promise<any>) {
  for (let i = 0; i < 30; i++) await f(i);
  const all = [];
  let found = 0;
  for (let i = 0; i < n; i++) { const s = performance.now(); const r = await f(i); all.push(performance.now() - s); found += r.length; }
  all.sort((x, y) => x - y);
  console.log(name.padEnd(30), 'p50', (all[n >> 1]! * 1000).toFixed(0), 'p99', (all[Math.floor(n * .99)]! * 1000).toFixed(0), 'us; found', found / n);
}
const around = (km = Infinity) => townsWithin(pick(towns), km).map((t) => t.town.code);
const F = { kind: null, material: null, isFree: false };
const cards = async (keys: Promise<any[]>) => listListingCards(db, (await keys).map((k) => k.post_id));
await time('feed', 1000, () => listPosts(db, pick(members), { cursor: pick(posts), limit: 11 }));
await time('nearest all', 1000, () => cards(listNearest(db, { filter: F, towns: around(), after: null, limit: 13 })));
await time('nearest offer', 1000, () => cards(listNearest(db, { filter: { ...F, kind: 'offer' }, towns: around(), after: null, limit: 13 })));
await time('nearest material', 1000, () => cards(listNearest(db, { filter: { ...F, material: pick(MATERIALS) }, towns: around(), after: null, limit: 13 })));
await time('nearest rare', 300, () => cards(listNearest(db, { filter: { ...F, kind: 'service', material: pick(MATERIALS), isFree: true }, towns: around(), after: null, limit: 13 })));
await time('nearest service 25', 300, () => cards(listNearest(db, { filter: { ...F, kind: 'service' }, towns: around(25), after: null, limit: 13 })));
await time('newest', 1000, () => cards(listNewest(db, { filter: F, towns: null, after: { post_id: pick(posts) }, limit: 13 })));
await time('newest 25', 1000, () => cards(listNewest(db, { filter: F, towns: around(25), after: null, limit: 13 })));
await time('newest rare 10', 300, () => cards(listNewest(db, { filter: { ...F, kind: 'service', material: pick(MATERIALS), isFree: true }, towns: around(10), after: null, limit: 13 })));
await time('ending', 1000, () => cards(listEnding(db, { filter: F, towns: null, after: null, limit: 13 })));
await time('ending material 25', 1000, () => cards(listEnding(db, { filter: { ...F, material: pick(MATERIALS) }, towns: around(25), after: null, limit: 13 })));
} finally { await cluster?.stop(); }
process.exit();
