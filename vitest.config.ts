import { availableParallelism } from 'node:os';
import { styleText } from 'node:util';

import { defineConfig } from 'vitest/config';

import { findPostgres } from '#tests/support/server/postgres-cluster.ts';

// Long enough for hundreds of requests, or a server's start, on a busy machine.
const TEST_MS = 120_000;

const API = 'tests/api/**/*.test.ts';
const DATABASE = 'tests/database/**/*.test.ts';

// These tests leave no state in modules, so that a worker imports the server only once.
const onDatabase = (
  name: 'sqlite' | 'postgres',
  files: { include: string[] },
  globalSetup: string[],
) => ({ test: { name, ...files, globalSetup, isolate: false, env: { DATABASE: name } } });

// What races, locks, searches, upgrades or runs on several servers, and one response of every call: `npm test` has these on
// Postgres too. `npm run test:all` has every API and database test.
const ON_BOTH = [
  'api/app/openapi-responses',
  'database/exchange/{alert-runs,listing-search,locks,pickup-ends,pickups,rounds,trips,truck-days}',
  'database/forum/{comments,feed,likes,search,search-index}',
  'database/moderation/reports',
  'database/notifications/{digest-batches,notification-etags,notify}',
  'database/people/{disable-races,invitation-uses,staff-roles,stewards}',
  'database/platform/{cache-invalidation,clock,database-away,database-metrics,email-leases,empty-lists,foreign-keys,given-up-connections,invalidation-poller,nightly-backup,prepared-statements,readiness,several-hosts,shared-jobs,site-alerts,stale-pages,transactions,two-servers,unique-constraints,write-probe}',
].map((name) => `tests/${name}.test.ts`);

const onPostgres = process.env['SKIP_SLOW'] ? ON_BOTH : [API, DATABASE];

// Each starts and stops many servers: `npm test` leaves them to `npm run test:all`. A file named to vitest runs.
const SLOW = [
  'cluster',
  'cluster-jobs',
  'damaged-database',
  'disk-full',
  'doctor',
  'pages/error-pages',
  'members-rights',
  'metrics',
  'operator',
  'operator-commands',
  'release',
  'restore',
  'restore-interrupted',
  'restore-postgres',
  'restore-rejected',
  'restore-steps',
  'shutdown',
  'slow-storage',
  'startup-errors',
  'startup-warnings',
  'upgrade',
  'upgrade-command',
  'upgrade-kills',
  'ways-of-starting',
].map((name) => `tests/server/${name}.test.ts`);

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL'] ?? findPostgres());
const postgres = hasPostgres ? ['tests/support/site/postgres-template.ts'] : [];
if (!hasPostgres)
  process.stderr.write(
    styleText(
      'yellow',
      '\nSKIPPED: the API tests on Postgres. Install it or set TEST_DATABASE_URL.\n',
    ),
  );

export default defineConfig({
  test: {
    setupFiles: ['tests/support/site/fail-on-console.ts'],
    // Tests wait for a part of their time: with as many as there are processors, a fifth of these is idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: TEST_MS } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], isolate: false } },
      { test: { name: 'tools', include: ['tests/tools/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: process.env['SKIP_SLOW'] ? SLOW : [],
          globalSetup: ['tests/server/build-setup.ts', ...postgres],
        },
      },
      // They note which messages are used, and so have modules of their own.
      {
        test: {
          name: 'texts',
          include: ['tests/texts/**/*.test.ts'],
          globalSetup: ['tests/support/site/sqlite-template.ts'],
          setupFiles: ['tests/texts/used-messages.ts'],
          env: { DATABASE: 'sqlite' },
        },
      },
      onDatabase('sqlite', { include: [API, DATABASE] }, ['tests/support/site/sqlite-template.ts']),
      ...(hasPostgres ? [onDatabase('postgres', { include: onPostgres }, postgres)] : []),
    ],
  },
});
