import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { createApp } from '#lib/server/app/app.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const SECRET = 'what-the-member-typed';
const SLOW_MS = 300;

/** Sleeps, or counts up to a value; no log may contain the value. */
const runQuery = (db: Executor, size: number) =>
  (process.env['DATABASE'] === 'postgres'
    ? sql`select pg_sleep(${size / 1000}), ${SECRET}::text as secret`
    : sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${size * 1000})
        select count(*), ${SECRET} as secret from n`
  ).execute(db);

/** Runs larger queries until one is slow on this machine. @returns its size */
async function runSlowQuery(db: Executor): Promise<number> {
  for (let size = SLOW_MS; ; size *= 2) {
    const start = performance.now();
    await runQuery(db, size);
    if (performance.now() - start > SLOW_MS) return size;
  }
}

const slowQueries = ({ log }: Site) =>
  log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'slow_query');

test('a slow query is logged with its SQL and its time, without its values', async () => {
  const site = await openSite();
  await runSlowQuery(site.services.db);
  const lines = slowQueries(site);
  expect(lines.at(-1)).toEqual({
    level: expect.any(Number),
    time: expect.any(String),
    event: 'slow_query',
    query: expect.stringMatching(/^(?:select pg_sleep\(\$1\)|with recursive)/),
    ms: expect.any(Number),
  });
  for (const { ms } of lines) expect(ms).toBeGreaterThanOrEqual(200);
  expect(site.log.join('')).not.toContain(SECRET);
});

test('a slow query in a transaction is logged, a quick one is not', async () => {
  const site = await openSite();
  await site.services.db.transaction().execute(async (tx) => {
    await tx.selectFrom('members').select('id').execute();
    await runSlowQuery(tx);
  });
  expect(slowQueries(site).length).toBeGreaterThan(0);
  expect(site.log.join('')).not.toContain('members');
});

test('a slow query that fails is logged too', async () => {
  const site = await openSite();
  const { db } = site.services;
  await sql`create table slow (id integer primary key)`.execute(db);
  await sql`insert into slow values (1)`.execute(db);
  const insert = async (size: number) => {
    const start = performance.now();
    const slow =
      process.env['DATABASE'] === 'postgres'
        ? sql`insert into slow select 1 from pg_sleep(${size / 1000})`
        : sql`insert into slow with recursive n(i) as
            (select 1 union all select i + 1 from n where i < ${size * 1000})
            select min(count(*), 1) from n`;
    await expect(slow.execute(db)).rejects.toThrow(/unique/i);
    return performance.now() - start;
  };
  let size = SLOW_MS;
  while ((await insert(size)) < SLOW_MS) size *= 2;
  expect(slowQueries(site).at(-1)).toMatchObject({
    query: expect.stringMatching(/^insert into slow/),
  });
});

test('a slow query is logged with the id of its request', async () => {
  const site = await openSite();
  const size = await runSlowQuery(site.services.db);
  site.log.length = 0;
  const app = createApp(site.server, {
    async render(c) {
      // Slow even after other load has ended.
      await runQuery(c.get('ctx').db, size * 4);
      return c.text('page');
    },
    renderError: (_, error) => Promise.reject(error),
  });
  const browsers = [1, 2].map(() => new Browser(app, 'http://localhost'));
  await Promise.all(browsers.map((browser, nth) => browser.get(`/page-${nth}`)));
  const requests = site.log
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'request')
    .map(({ requestId }) => requestId);
  expect(requests).toHaveLength(2);
  const named = slowQueries(site).map(({ requestId }) => requestId);
  expect(new Set(named)).toEqual(new Set(requests));
});
