import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { UsageError } from './command.ts';

// npm changes to the project's folder; it sets INIT_CWD to where it was called.
const CALLER_DIR = process.env['INIT_CWD'] ?? process.cwd();

/** Resolves a path from where the command was called. */
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

/** Reads a text file, with line feeds as line ends. */
export const readText = async (path: string): Promise<string> =>
  (await readBytes(path)).toString('utf8').replaceAll('\r\n', '\n').trim();

/** @returns a size for people */
export const toMegabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
