import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from '@playwright/test';

import type { ServerInstance } from './server-process.ts';

/** @returns the letters a site without mail server wrote so far, oldest first, as they would be sent */
export async function emailsOf({ dataDir }: ServerInstance): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const emails = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(emails.map((name) => readFile(join(folder, name), 'utf8')));
}

const CODE = /^\d{8}$/m;

/**
 * Waits for a letter that carries a code.
 * @param count how many such letters there are then
 * @returns the newest one's code
 */
export async function waitForCode(instance: ServerInstance, count = 1): Promise<string> {
  const codes = async () => (await emailsOf(instance)).flatMap((each) => CODE.exec(each) ?? []);
  await expect.poll(async () => (await codes()).length).toBe(count);
  return (await codes()).at(-1) ?? '';
}

/** @returns a code that is not this one */
export const differentCode = (code: string): string =>
  String((Number(code) + 1) % 1e8).padStart(code.length, '0');
