// Restores in situations that only Postgres has.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Client } from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';

import { findTool } from '#lib/server/app/backup/postgres-tools.ts';
import { lockRestores } from '#lib/server/app/backup/queries.ts';
import {
  addPostOfLea,
  createOperatedSite,
  createOperatedSiteOn,
  type OperatedSite,
} from '#tests/support/server/operated-site.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { startPostgresProxy } from '#tests/support/server/postgres-proxy.ts';
import { runOn } from '#tests/support/server/postgres.ts';
import { PRODUCTION, runOperator } from '#tests/support/server/run-operator.ts';
import { killServer, startServer } from '#tests/support/server/server-process.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

const BACKED_UP = ['First', 'Of Jun'];
const BEFORE = [...BACKED_UP, 'Later'];
// With these settings a worker runs for a minute.
const AUTOVACUUM = [
  'autovacuum=on',
  'autovacuum_naptime=1s',
  'autovacuum_vacuum_threshold=1',
  'autovacuum_vacuum_scale_factor=0',
  'autovacuum_vacuum_cost_limit=1',
  'autovacuum_vacuum_cost_delay=100ms',
];

async function backUp(site: OperatedSite): Promise<OperatedSite> {
  await site.operate(['backup', site.folder]);
  await addPostOfLea(site, 'Later');
  return site;
}
const createBackedUpSite = async () => backUp(await createOperatedSite('postgres'));

/** Starts a proxy between a restore and its database, and puts it in the settings. */
async function throughProxy({ instance }: OperatedSite, ...[onBytes]: ProxyArgs) {
  const { url, stop } = await startPostgresProxy(instance.databaseUrl, onBytes);
  onTestFinished(stop);
  return { DATABASE_URL: url };
}
type ProxyArgs = [Parameters<typeof startPostgresProxy>[1]];

/** Starts a PostgreSQL that has run database.sql. @returns the URL of the site's own user, who is not the superuser */
async function startWithSiteUser(): Promise<string> {
  const { url, stop } = await startCluster(findPostgres() ?? '');
  onTestFinished(stop);
  const script = readFileSync(resolve(import.meta.dirname, '../../database.sql'), 'utf8');
  const file = join(await createTemporaryFolder(), 'database.sql');
  await writeFile(file, script.replaceAll('glean', 'site'));
  const args = ['--no-psqlrc', '--set=ON_ERROR_STOP=1', `--file=${file}`, url];
  execFileSync(await findTool('psql', 1), args, { env: { SITE_PASSWORD: "it's straw" } });
  const own = new URL(url);
  own.pathname = '/site';
  own.username = 'site';
  own.password = "it's straw";
  return own.href;
}

describe.runIf(inject('postgres'))('on Postgres', () => {
  test('the user of database.sql, who is not a superuser, can do all that a site needs', async () => {
    const url = await startWithSiteUser();
    const [role] = await runOn(url, 'select * from pg_roles where rolname = current_user');
    expect(role).toMatchObject({ rolsuper: false, rolcreaterole: false, rolcreatedb: false });
    const site = await createOperatedSiteOn(url);
    await backUp(site);
    const server = await startServer(site.instance, PRODUCTION);
    onTestFinished(() => killServer(server));
    expect(await site.fail(['restore', site.folder])).toMatch(/^The site is running/);
    await killServer(server, 'SIGTERM');
    const [, point = ''] =
      /(restore_point_\w+)/.exec(await site.operate(['restore', site.folder])) ?? [];
    expect(await site.titles()).toEqual(BACKED_UP);
    await site.operate(['restore', point]);
    expect(await site.titles()).toEqual(BEFORE);
    await site.operate(['backup', site.folder]);
    expect((await runOperator(site.instance, ['doctor'])).out).toMatch(
      /^ok +database +PostgreSQL .*up to date\nok +writes .*\nok +restore/,
    );
  });

  test('autovacuum does not count as a server', async () => {
    const { url, stop } = await startCluster(findPostgres() ?? '', { settings: AUTOVACUUM });
    onTestFinished(stop);
    const site = await createOperatedSiteOn(url);
    await backUp(site);
    await runOn(
      url,
      'create schema other; create table other.filling as select generate_series(1, 100000) as n',
    );
    await runOn(url, 'delete from other.filling');
    const workers = `select pid from pg_stat_activity
      where backend_type = 'autovacuum worker' and datname = current_database()`;
    await expect.poll(async () => (await runOn(url, workers)).length).toBeGreaterThan(0);
    await site.operate(['restore', site.folder]);
    expect(await site.titles()).toEqual(BACKED_UP);
  });

  test('a connected server is named', async () => {
    const site = await createBackedUpSite();
    const server = await startServer(site.instance, PRODUCTION);
    onTestFinished(() => killServer(server));
    expect(await site.fail(['restore', site.folder])).toMatch(
      /Connected to its database: glean \w+ from 127\.0\.0\.1 \(process \d+\)/,
    );
  });

  test('two restores do not run at the same time', async () => {
    const site = await createBackedUpSite();
    const error = await site.onDatabase(({ db }) =>
      db.connection().execute(async (connection) => {
        expect(await lockRestores(connection)).toBe(true);
        return site.fail(['restore', site.folder]);
      }),
    );
    expect(error).toBe('Another restore is running: wait until it ends. Nothing was changed.\n');
  });

  test('behind a pooler that ignores the schema of a connection, nothing is changed', async () => {
    const site = await createBackedUpSite();
    const settings = await throughProxy(site, (bytes) =>
      Buffer.from(
        bytes
          .toString('latin1')
          .replace('search_path=glean_restoring', 'search_path=public         '),
        'latin1',
      ),
    );
    const error = await site.fail(['restore', site.folder], settings);
    expect(error).toMatch(/not PgBouncer\. Nothing was changed\.\n$/);
    expect(await site.titles()).toEqual(BEFORE);
  });

  test('a last step without a response is not reported as undone', async () => {
    const site = await createBackedUpSite();
    let isLast = false;
    const settings = await throughProxy(site, (bytes, client) => {
      const text = bytes.toString('latin1');
      isLast ||= text.includes('alter schema "glean_restoring"');
      if (isLast && text.includes('commit')) client.destroySoon();
      return bytes;
    });
    const error = await site.fail(['restore', site.folder], settings);
    expect(error).toMatch(/^The connection broke in the last step/);
    expect(error).not.toContain('Nothing was changed');
  });

  test('a similarly named schema of another program is not deleted', async () => {
    const site = await createBackedUpSite();
    const { databaseUrl } = site.instance;
    await runOn(databaseUrl, 'create schema restore_point_0');
    for (let nth = 0; nth < 3; nth += 1) await site.operate(['restore', site.folder]);
    const schemas = await runOn(
      databaseUrl,
      `select nspname from pg_namespace where nspname like 'restore_point%' order by 1`,
    );
    expect(schemas).toHaveLength(3);
    expect(schemas[0]).toEqual({ nspname: 'restore_point_0' });
  });

  test('programs newer than the server restore, too', async () => {
    const site = await createBackedUpSite();
    const real = await findTool('pg_restore', 0);
    const programs = await createTemporaryFolder();
    const add = String.raw`sed 's/^SET lock_timeout = 0;$/&\nSET transaction_timeout = 0;/'`;
    await writeFile(join(programs, 'pg_restore'), `#!/bin/sh\n"${real}" "$@" | ${add}\n`, {
      mode: 0o755,
    });
    const settings = { PATH: `${programs}:${process.env['PATH']}` };
    await site.operate(['restore', site.folder], settings);
    expect(await site.titles()).toEqual(BACKED_UP);
  });

  test('tables of an extension are not in a backup', async () => {
    const site = await createOperatedSite('postgres');
    const client = new Client({ connectionString: site.instance.databaseUrl });
    await client.connect();
    await client.query(
      'create table places as select 1 as id; alter extension plpgsql add table places',
    );
    await client.end();
    expect(await site.operate(['backup', site.folder])).toContain('glean-');
  });
});
