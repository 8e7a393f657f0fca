import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

import { addressOf, type Place } from './built-server.ts';

const COMMAND = resolve(import.meta.dirname, '../../scripts/operator.ts');

/** What production asks for, besides what a `Place` tells. */
export const PRODUCTION = { DEMO: '', SECRET: 'a secret of more than thirty-two characters' };

/** What a command said. */
export interface Said {
  code: number;
  /** standard output */
  out: string;
  /** standard error */
  err: string;
}

/**
 * Runs an operator's command beside a place's server, in a process of its own.
 * @param settings more of the environment
 */
export function operate(
  place: Place,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Said> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    PUBLIC_URL: addressOf(place),
    ...PRODUCTION,
    ...settings,
  };
  return new Promise((done) => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}
