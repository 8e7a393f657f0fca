import { onTestFinished } from 'vitest';

import { createDatabase } from '#tests/support/server/postgres.ts';
import { TcpProxy } from '#tests/support/server/tcp-proxy.ts';

import { openSite } from './site.ts';

/** A site that connects to the database through a proxy. @param env settings */
export async function openSiteBehindProxy(env: Record<string, string> = {}) {
  const databaseUrl = await createDatabase();
  const proxy = new TcpProxy(databaseUrl);
  onTestFinished(() => proxy.close());
  return { proxy, databaseUrl, site: await openSite({ ...env, DATABASE_URL: await proxy.open() }) };
}
