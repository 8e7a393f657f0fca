import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { PRODUCTION } from '#tests/support/server/run-operator.ts';
import { logPath } from '#tests/support/server/server-process.ts';

import { startOwnServer } from './running-server.ts';

/** @returns the events in the log of a server with these settings, once it listens */
async function startupEvents(settings: Record<string, string>): Promise<string[]> {
  const { instance } = await startOwnServer({ ...PRODUCTION, ...settings });
  const readEvents = async () => {
    const lines = (await readFile(logPath(instance), 'utf8')).split('\n').filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { event: string }).event);
  };
  await expect.poll(readEvents).toContain('listening');
  return readEvents();
}

test('production without a mail server logs it', async () => {
  expect(await startupEvents({ MAIL_URL: '' })).toContain('mail_url_missing');
  const MAIL_URL = 'smtp://127.0.0.1:9?from=glean@example.org';
  expect(await startupEvents({ MAIL_URL })).not.toContain('mail_url_missing');
});
