// Vitest's global setup for Postgres: one server and one migrated template database.
import { randomBytes } from 'node:crypto';

import type { TestProject } from 'vitest/node';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { databaseUrl, runOn } from '#tests/support/server/postgres.ts';

/** Uses `TEST_DATABASE_URL`, whose user must be allowed to create databases, or starts a temporary cluster. */
async function server(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it or set TEST_DATABASE_URL.');
  return startCluster(bin);
}

async function createTemplate(url: string): Promise<string> {
  const template = `glean_test_${randomBytes(4).toString('hex')}`;
  await runOn(url, `create database ${template}`);
  const database = openDatabase(databaseUrl(url, template));
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
  return template;
}

async function dropAll(url: string, template: string): Promise<void> {
  const rows = await runOn(url, `select datname from pg_database where datname ^@ '${template}'`);
  for (const { datname } of rows) await runOn(url, `drop database ${String(datname)} with (force)`);
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await server();
  try {
    const template = await createTemplate(url);
    project.provide('postgres', { url, template });
    return async () => {
      if (process.env['TEST_DATABASE_URL']) await dropAll(url, template);
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
