import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { UsageError } from './command.ts';

// npm runs in the project's folder, and stores the caller's in INIT_CWD.
const CALLER_DIR = process.env['INIT_CWD'] ?? process.cwd();

/** Resolves a path in the caller's folder. */
export const resolvePath = (path: string): string => resolve(CALLER_DIR, path);

/**
 * Reads a file.
 * @throws UsageError
 */
export async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(resolvePath(path));
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Reads a text file, with line ends converted to line feeds. */
export const readText = async (path: string): Promise<string> =>
  (await readBytes(path)).toString('utf8').replaceAll('\r\n', '\n').trim();

export const toMegabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
