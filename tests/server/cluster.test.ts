// Two built servers on one database (docs/decisions/0041-many-servers.md); `tests/crash/cluster.ts` is the long form.
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import {
  checkAgreements,
  checkDisabling,
  checkLogout,
  checkPassword,
  checkRateLimit,
  type Pair,
} from '#tests/support/server/cluster-checks.ts';
import { createDatabase, runOn } from '#tests/support/server/postgres.ts';
import { measurePropagation } from '#tests/support/server/propagation.ts';
import { originOf } from '#tests/support/server/server-process.ts';
import { type Cluster, startTwoServers } from '#tests/support/server/two-servers.ts';

const SEEN_MS = 1000;
// Longer than cached pages count as fresh.
const PAUSE_MS = 1500;
const EXPLORE = '/forums/explore';
const CUT =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'glean channel'";

describe.runIf(inject('postgres'))('two servers', () => {
  let url: string;
  let database: Database;
  let cluster: Cluster;
  let pair: Pair;

  beforeAll(async () => {
    url = await createDatabase();
    database = openDatabase(url);
    cluster = await startTwoServers(url);
    pair = { database, a: cluster.a.instance, b: cluster.b.instance };
  });

  afterAll(async () => {
    await cluster?.close();
    await database.close();
  });

  /** Posts on A, and expects the post on B in time. */
  async function expectSeen(): Promise<void> {
    for (const ms of Object.values(await measurePropagation(pair)))
      expect(ms).toBeLessThan(SEEN_MS);
  }

  const read = async () => (await fetch(originOf(pair.b) + EXPLORE)).text();

  test('a write on one server is seen on the other within a second', expectSeen);

  test('a write is seen in time when the listening connections are cut', async () => {
    const rows = await runOn(url, CUT);
    expect(rows).toHaveLength(2);
    await expectSeen();
    await expectSeen();
  });

  test.each([
    ['a logout', checkLogout],
    ['disabling a member', checkDisabling],
    ['a change of the password', checkPassword],
    ['a rate limit', checkRateLimit],
    ['what is left of 10 bales, with 32 agreements,', checkAgreements],
  ])('%s holds on both servers at once', async (_, check) => {
    expect(await check(pair)).toEqual([]);
  });

  test('a server that was paused sends guests no outdated page', async () => {
    const before = await read();
    cluster.b.pause();
    try {
      await measurePropagation({ ...pair, b: pair.a });
      const waiting = Array.from({ length: 5 }, read);
      await pause(PAUSE_MS);
      cluster.b.resume();
      const current = await (await fetch(originOf(pair.a) + EXPLORE)).text();
      const title = /Straw [\w-]+/.exec(current)?.[0] ?? 'no title';
      expect(before).not.toContain(title);
      for (const text of await Promise.all(waiting)) expect(text).toContain(title);
    } finally {
      cluster.b.resume();
    }
  });

  test('after a server was killed, the other has everything that it acknowledged', async () => {
    await expectSeen();
    await cluster.a.kill();
    expect((await fetch(originOf(pair.b) + EXPLORE)).status).toBe(200);
    await cluster.a.start();
    await expectSeen();
  });
});
