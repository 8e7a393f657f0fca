// Who starts the site again: systemd, or commands that are given.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { UsageError } from '#scripts/operator/command.ts';
import { isRoot } from '#scripts/setup/site-files.ts';
import { UNIT_FOLDER } from '#scripts/setup/units.ts';

import { runCommand } from './run-command.ts';

const SERVICE = 'glean.service';

/** What starts and stops the site. */
export interface Supervisor {
  /** Stops the server, and starts the one of `current`; the socket stays open. Resolves once the old one has ended. */
  restart(): Promise<void>;
  /** Stops the server and its socket, so that nothing starts it. */
  stop(): Promise<void>;
  /** @returns how often it was restarted, as it had ended; null when that is not known */
  countRestarts(): Promise<number | null>;
}

/** Commands of another supervisor than systemd. */
export interface SupervisorOptions {
  restart?: string | undefined;
  stop?: string | undefined;
}

const systemd: Supervisor = {
  restart: async () => void (await runCommand(['systemctl', 'restart', SERVICE])),
  stop: async () => void (await runCommand(['systemctl', 'stop', 'glean.socket', SERVICE])),
  async countRestarts() {
    const show = ['systemctl', 'show', SERVICE, '--property=NRestarts', '--value'];
    const out = await runCommand(show);
    return Number(out);
  },
};

/**
 * Opens what starts the site.
 * @throws UsageError when there is nothing
 */
export function openSupervisor({ restart, stop }: SupervisorOptions): Supervisor {
  if (!restart) {
    if (!existsSync(join(UNIT_FOLDER, SERVICE)))
      throw new UsageError(
        `There is no ${SERVICE}: say with --restart "<command>" what restarts the site.`,
      );
    if (!isRoot()) throw new UsageError('Type it as root: systemd restarts the site.');
    return systemd;
  }
  return {
    restart: async () => void (await runCommand(['sh', '-c', restart])),
    async stop() {
      if (!stop) throw new UsageError('Say with --stop "<command>" what stops the site.');
      await runCommand(['sh', '-c', stop]);
    },
    countRestarts: () => Promise.resolve(null),
  };
}
