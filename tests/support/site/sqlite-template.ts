// Vitest's global setup for SQLite: one migrated file, which each test copies.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    sqliteTemplate: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'glean-template-'));
  const template = join(folder, 'glean.sqlite');
  const database = openDatabase(template);
  await migrate(database);
  await database.close();
  project.provide('sqliteTemplate', template);
  return () => rm(folder, { recursive: true });
}
