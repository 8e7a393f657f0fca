// Vitest's global setup for the engines: the built server with the demo community.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { run } from '#scripts/lib/run.ts';
import { freePort } from '#tests/support/server/port.ts';
import {
  killServer,
  type ServerInstance,
  startServer,
} from '#tests/support/server/server-process.ts';

import { missingPackages } from './installed.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    site: ServerInstance;
    /** the port of the line to the site, which the browsers use */
    linePort: number;
  }
}

/** The origin of the site, whose host has a name, as passkeys need one. */
export const originAt = (port: number): string => `http://localhost:${port}`;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`Install ${missing.join(', ')}.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-engines-'));
  const site = { dataDir, databaseUrl: '', port: await freePort() };
  const linePort = await freePort();
  const settings = {
    PUBLIC_URL: originAt(linePort),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    REGISTRATION: 'open',
  };
  const env = {
    ...settings,
    DEMO: '1',
    SECRET: '',
    STORAGE_URL: '',
    MAIL_URL: '',
    NODE_ENV: 'production',
  };
  const { ok, output } = await run(['node', 'scripts/demo/load.ts'], { env, quiet: true });
  if (!ok) throw new Error(output);
  const server = await startServer(site, settings);
  project.provide('site', site);
  project.provide('linePort', linePort);
  return async () => {
    await killServer(server);
    await rm(dataDir, { recursive: true });
  };
}
