import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { Mistake } from './verb.ts';

// npm changes to the project's folder first, and says where it was called from.
const FROM = process.env['INIT_CWD'] ?? process.cwd();

/** @returns the path of a file that was typed, counted from where the command was typed */
export const pathOf = (typed: string): string => resolve(FROM, typed);

/** @returns a file's bytes @throws Mistake when it cannot be read */
export async function readBytes(typed: string): Promise<Buffer> {
  try {
    return await readFile(pathOf(typed));
  } catch (error) {
    throw new Mistake(`${typed} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** @returns a file's text, with the line ends of this machine */
export const readText = async (typed: string): Promise<string> =>
  (await readBytes(typed)).toString('utf8').replaceAll('\r\n', '\n').trim();
