import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { expect } from '@playwright/test';

import type { ServerInstance } from '#tests/support/server/server-process.ts';

/** The names of the files; none before the first email. The parent folder must exist. */
export async function readMailFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await readdir(dirname(folder));
    return [];
  }
}

/** @returns the emails in the mail folder, oldest first */
export async function emailsOf({ dataDir }: ServerInstance): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = await readMailFolder(folder);
  const emails = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(emails.map((name) => readFile(join(folder, name), 'utf8')));
}

const CODE = /^\d{8}$/m;

/**
 * Waits for an email with a code.
 * @param count the number of such emails to wait for
 * @returns the code of the newest one
 */
export async function waitForCode(instance: ServerInstance, count = 1): Promise<string> {
  const codes = async () => (await emailsOf(instance)).flatMap((each) => CODE.exec(each) ?? []);
  await expect.poll(async () => (await codes()).length).toBe(count);
  return (await codes()).at(-1) ?? '';
}

/** A code that is not the given one. */
export const differentCode = (code: string): string =>
  String((Number(code) + 1) % 1e8).padStart(code.length, '0');
