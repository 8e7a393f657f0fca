// What the site writes to its members, as they would find it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sendDueLetters } from '#lib/server/domain/letters.ts';

import type { Site } from './api.ts';

/** Sends what waits. @returns every letter in the outbox, oldest first, as it would go over the wire */
export async function outbox({ services }: Site): Promise<string[]> {
  await sendDueLetters(services);
  const folder = join(services.config.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
}

/** @returns the code in the newest of these letters */
export const codeIn = (letters: string[]): string =>
  /^(\d{8})\r?$/m.exec(letters.at(-1) ?? '')?.[1] ?? 'no code';
