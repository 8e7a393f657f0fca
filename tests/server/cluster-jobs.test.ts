// Two built servers on one database run the jobs of listings once (docs/decisions/0041-many-servers.md).
import { readFile } from 'node:fs/promises';

import { describe, expect, inject, onTestFinished, test } from 'vitest';

import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { createDatabase, runOn } from '#tests/support/server/postgres.ts';
import { logPath } from '#tests/support/server/server-process.ts';
import { type Cluster, startTwoServers } from '#tests/support/server/two-servers.ts';
import { addDueListings } from '#tests/support/site/due-listings.ts';

// More than one batch of alerts.
const OWNERS = 250;
// Two servers need this beside other tests on a slow machine.
const MINUTES_MS = 5 * 60_000;
const ALWAYS_DUE = `
  create function make_due() returns trigger language plpgsql as
    $$ begin new.run_at := 0; return new; end $$;
  create trigger jobs_due before insert or update on jobs
    for each row execute function make_due()`;

async function listNotified({ db }: Database) {
  const rows = await db
    .selectFrom('member_notifications')
    .orderBy('message')
    .select(['message', 'member_id'])
    .execute();
  return rows.map(({ message, member_id }) => `${message} ${member_id}`);
}

/** @returns how many listings both servers together logged as expired */
async function countExpired({ a, b }: Cluster): Promise<number> {
  const logs = await Promise.all([a, b].map(({ instance }) => readFile(logPath(instance), 'utf8')));
  const lines = logs.join('').match(/.*"listings_expired".*/g) ?? [];
  return lines.reduce((sum, line) => sum + (JSON.parse(line) as { listings: number }).listings, 0);
}

describe.runIf(inject('postgres'))('due jobs of listings', () => {
  test.each([
    ['two servers that start together', false],
    ['two servers that run each job at the same time', true],
  ])('are done once by %s', { timeout: MINUTES_MS }, async (_, isAlwaysDue) => {
    const url = await createDatabase();
    const database = openDatabase(url);
    onTestFinished(() => database.close());
    if (isAlwaysDue) await runOn(url, ALWAYS_DUE);
    const expected = await addDueListings(database.db, OWNERS);
    const total = [...expected.values()].reduce((sum, count) => sum + count);
    const cluster = await startTwoServers(url);
    onTestFinished(() => cluster.close());
    await expect
      .poll(async () => (await listNotified(database)).length, { timeout: MINUTES_MS })
      .toBeGreaterThanOrEqual(total);
    await Promise.all([cluster.a.stop(), cluster.b.stop()]);

    const notified = await listNotified(database);
    expect(new Set(notified).size).toBe(notified.length);
    const messages = Map.groupBy(notified, (each) => each.slice(0, each.lastIndexOf(' ')));
    expect(new Map([...messages].map(([message, all]) => [message, all.length]))).toEqual(expected);
    expect(await countExpired(cluster)).toBe(OWNERS);
    const due = database.db.selectFrom('listings').where('alerts_due_at', 'is not', null);
    expect(await due.select('post_id').execute()).toEqual([]);
  });
});
