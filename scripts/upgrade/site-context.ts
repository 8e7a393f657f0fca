// What an upgrade and a rollback know of the site that they change.
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import { root } from '#scripts/lib/run.ts';
import { UsageError } from '#scripts/operator/command.ts';
import { home } from '#scripts/run/settings.ts';
import { isRoot, readOwner } from '#scripts/setup/site-files.ts';

import { openSupervisor, type Supervisor, type SupervisorOptions } from './supervisor.ts';

/** The site, and who starts it. */
export interface Site {
  home: string;
  supervisor: Supervisor;
  /** where it listens */
  origin: string;
  /** of its URL */
  host: string;
  metricsPort: number | null;
  /** how long a start may take besides its migration */
  startMs: number;
}

/** Options that both commands have. */
interface SiteOptions extends SupervisorOptions {
  start?: string | undefined;
}

/** In the form that `parseArgs` takes. */
export const SITE_OPTIONS = {
  restart: { type: 'string' },
  stop: { type: 'string' },
  start: { type: 'string' },
} as const;

export const SITE_HELP = `  --start <seconds>      how long it may start besides its migration, by default 60
  --restart "<command>"  restarts the site, where systemd does not
  --stop "<command>"     stops it, and what would start it`;

const START = '60';

/** @throws UsageError */
export function readSeconds(name: string, text: string): number {
  const seconds = Number(text);
  if (seconds > 0) return seconds * 1000;
  throw new UsageError(`--${name} is a number of seconds, not ${text}.`);
}

const ANY = new Set(['::', '0.0.0.0']);

function toOrigin([address = '']: string[], port: number): string {
  const host = ANY.has(address) ? '127.0.0.1' : address;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** @throws UsageError when another user could replace what root runs */
function rejectOthersFolders(): void {
  if (!isRoot()) return;
  for (const folder of [home, join(home, 'releases'), root]) {
    const { uid, user } = readOwner(folder);
    if (uid !== 0)
      throw new UsageError(
        `${folder} belongs to ${user}, who could replace what root runs: type \`chown root ${folder} && chmod u=rwx,g=rx ${folder}\`.`,
      );
  }
}

/** The settings in `.env`: not in the environment, as the site's user writes them, and root's programs would get them. */
function readEnvFile(): NodeJS.Dict<string> {
  const file = join(home, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

/**
 * Reads the settings of the site.
 * @throws UsageError, ConfigError
 */
export function openSite({ restart, stop, start = START }: SiteOptions): Site {
  if (home === root)
    throw new UsageError('This is for a site from an archive: docs/operations.md, "Upgrade".');
  rejectOthersFolders();
  process.chdir(home);
  const config = readConfig({ ...readEnvFile(), ...process.env, DEMO: '' });
  const { hosts, port, publicUrl, metricsPort } = config;
  return {
    home,
    supervisor: openSupervisor({ restart, stop }),
    origin: toOrigin(hosts, port),
    host: new URL(publicUrl).host,
    metricsPort,
    startMs: readSeconds('start', start),
  };
}

/** Prints, also when the terminal has gone: an upgrade goes on. */
export function print(text: string): void {
  try {
    writeSync(1, text);
  } catch {
    // Its state is on disk.
  }
}

const WIDTH = 15;

/**
 * Runs a step, and prints its name before, and how it ended.
 * @param run returns what to print behind `ok`
 * @throws what it throws
 */
export async function runStep(name: string, run: () => Promise<string | void>): Promise<void> {
  print(name.padEnd(WIDTH));
  try {
    const detail = await run();
    print(`ok${detail ? `  ${detail}` : ''}\n`);
  } catch (error) {
    print('failed\n');
    throw error;
  }
}

/** Runs a command until its end, also without its terminal. Errors that the operator can resolve are one sentence. */
export async function runMain(run: () => Promise<void>): Promise<void> {
  process.on('SIGHUP', () => {});
  try {
    await run();
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ConfigError)) throw error;
    process.exitCode ||= 1;
    print(`${error.message}\n`);
  }
}
