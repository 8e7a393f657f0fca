import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

import { originOf, type ServerInstance } from './server-process.ts';

const COMMAND = resolve(import.meta.dirname, '../../scripts/operator.ts');

// One that does not end must not outlive its test.
const LONGEST_MS = 50_000;

/** What production asks for, besides what a `Place` tells. */
export const PRODUCTION = { DEMO: '', SECRET: 'a secret of more than thirty-two characters' };

/** What a command said. */
export interface CommandResult {
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
export function runCommand(
  instance: ServerInstance,
  [command, ...args]: [string, ...string[]],
  settings: Record<string, string> = {},
): Promise<CommandResult> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: instance.dataDir,
    DATABASE_URL: instance.databaseUrl,
    PUBLIC_URL: originOf(instance),
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
export const runOperator = (
  instance: ServerInstance,
  args: string[],
  settings?: Record<string, string>,
) => runCommand(instance, [COMMAND, ...args], settings);
