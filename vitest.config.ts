import { styleText } from 'node:util';

import { defineConfig } from 'vitest/config';

import { findPostgres } from './tests/support/postgres-cluster.ts';

// Long enough for hundreds of requests, or a server's start, on a busy machine.
const TEST_MS = 120_000;

const onDatabase = (name: 'sqlite' | 'postgres', globalSetup: string[]) => ({
  test: { name, globalSetup, include: ['tests/api/**/*.test.ts'], env: { DATABASE: name } },
});

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL'] ?? findPostgres());
const postgres = hasPostgres ? ['tests/support/postgres-setup.ts'] : [];
if (!hasPostgres)
  process.stderr.write(
    styleText(
      'yellow',
      '\nSKIPPED: the API tests on Postgres. Install it or set TEST_DATABASE_URL.\n',
    ),
  );

export default defineConfig({
  test: {
    setupFiles: ['tests/support/fail-on-console.ts'],
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: TEST_MS } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    passWithNoTests: true,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      { test: { name: 'tools', include: ['tests/tools/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/server/build-setup.ts', ...postgres],
        },
      },
      onDatabase('sqlite', []),
      ...(hasPostgres ? [onDatabase('postgres', postgres)] : []),
    ],
  },
});
