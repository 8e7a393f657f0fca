// Creates databases on the Postgres of the tests, from a migrated template.
import { randomBytes } from 'node:crypto';

import { Client, Pool } from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; template: string };
  }
}

/** @returns the URL of a database on the server of `url` */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Runs one statement on a new connection. */
export async function runOn(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

let pool: Pool | undefined;

/** Runs a statement on the server's first database. The tests of a file share one connection. */
async function runOnServer(sql: string): Promise<void> {
  pool ??= new Pool({ connectionString: inject('postgres').url, max: 1, allowExitOnIdle: true });
  await pool.query(sql);
}

async function createNamed(how: string): Promise<string> {
  const { url, template } = inject('postgres');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database ${name} ${how}`);
  return databaseUrl(url, name);
}

/**
 * Creates an empty database.
 * @returns its URL
 */
export async function createEmptyDatabase(): Promise<string> {
  return createNamed('');
}

/**
 * Creates a migrated database of 10 MB, which `dropDatabase` deletes, or else the end of all tests.
 * @returns its URL
 */
export async function createDatabase(): Promise<string> {
  // Copying files takes a seventh of the time of the default, which writes each page to the WAL.
  return createNamed(`template ${inject('postgres').template} strategy file_copy`);
}

/** Deletes a database from `createDatabase`: all tests together would need 18 GB. */
export async function dropDatabase(database: string): Promise<void> {
  const name = new URL(database).pathname.slice(1);
  await runOnServer(`drop database ${name} with (force)`);
}
