import { execFile, type ExecFileException } from 'node:child_process';
import { resolve } from 'node:path';

import { originOf, type ServerInstance } from './server-process.ts';

/** The operator's command. */
export const OPERATOR = resolve(import.meta.dirname, '../../../scripts/operator.ts');

// A hanging command must end with its test.
const LONGEST_MS = 100_000;

/** Settings that production requires besides those of a `ServerInstance`. */
export const PRODUCTION = { DEMO: '', SECRET: 'a secret of more than thirty-two characters' };

/** The output of a command. */
export interface CommandResult {
  /** −1 when it was killed or timed out */
  code: number;
  /** standard output */
  out: string;
  /** standard error */
  err: string;
}

/** A killed command has no exit code, and must not count as a success. */
const codeOf = ({ code }: ExecFileException): number =>
  typeof code === 'number' && code !== 0 ? code : -1;

/**
 * Runs a command in another process, with an instance's data and production settings.
 * @param command path of its file
 * @param settings additional environment variables
 */
export function runCommand(
  instance: ServerInstance,
  [command, ...args]: [string, ...string[]],
  settings: Record<string, string> = {},
): Promise<CommandResult> {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
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
      (error, out, err) => {
        const late = error?.killed ? `It did not end within ${LONGEST_MS / 1000} s.\n` : '';
        done({ code: error ? codeOf(error) : 0, out, err: err + late });
      },
    );
  });
}

/**
 * Runs an operator command beside a running server.
 * @param settings additional environment variables
 */
export const runOperator = (
  instance: ServerInstance,
  args: string[],
  settings?: Record<string, string>,
) => runCommand(instance, [OPERATOR, ...args], settings);
