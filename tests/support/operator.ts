import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

import { addressOf, type Place } from './built-server.ts';

const COMMAND = resolve(import.meta.dirname, '../../scripts/operator.ts');

// One that does not end must not outlive its test.
const LONGEST_MS = 50_000;

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
 * Runs a command with a place's data and the settings of production, in a process of its own.
 * @param command path of its file
 * @param settings more of the environment
 */
export function runBeside(
  place: Place,
  [command, ...args]: [string, ...string[]],
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
    execFile(
      process.execPath,
      [command, ...args],
      { env, timeout: LONGEST_MS },
      (error, out, err) => done({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

/** Runs an operator's command beside a place's server. @param settings more of the environment */
export const operate = (place: Place, args: string[], settings?: Record<string, string>) =>
  runBeside(place, [COMMAND, ...args], settings);
