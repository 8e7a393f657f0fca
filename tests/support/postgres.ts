// Postgres for the tests: where it is, and a fresh database with the schema in it within moments.
import { randomBytes } from 'node:crypto';

import { Client } from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; template: string };
  }
}

/** @returns the address of the database `name` on the server that `url` names */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Runs one statement on a connection of its own. */
export async function runOn(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Makes a database with nothing in it. @returns its address */
export async function createEmptyDatabase(): Promise<string> {
  const { url, template } = inject('postgres');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runOn(url, `create database ${name}`);
  return databaseUrl(url, name);
}

/**
 * Makes a database with the schema and nothing else in it; it goes when the tests end.
 * @returns its address, `postgres://…`
 */
export async function createDatabase(): Promise<string> {
  const { url, template } = inject('postgres');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runOn(url, `create database ${name} template ${template}`);
  return databaseUrl(url, name);
}
