// Creates databases on the Postgres of the tests, from a migrated template.
import { randomBytes } from 'node:crypto';

import { Client } from 'pg';
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

/**
 * Creates an empty database.
 * @returns its URL
 */
export async function createEmptyDatabase(): Promise<string> {
  const { url, template } = inject('postgres');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runOn(url, `create database ${name}`);
  return databaseUrl(url, name);
}

/**
 * Creates a migrated database of 10 MB, which `dropDatabase` deletes, at the latest when all tests end.
 * @returns its URL
 */
export async function createDatabase(): Promise<string> {
  const { url, template } = inject('postgres');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runOn(url, `create database ${name} template ${template}`);
  return databaseUrl(url, name);
}

/** Deletes a database of `createDatabase`: those of all tests together are 18 GB. */
export async function dropDatabase(database: string): Promise<void> {
  const name = new URL(database).pathname.slice(1);
  await runOn(inject('postgres').url, `drop database ${name} with (force)`);
}
