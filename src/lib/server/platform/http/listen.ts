import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';

import { ConfigError } from '#lib/server/platform/config/config-error.ts';

// The first one after standard input, output and error.
const FIRST_DESCRIPTOR = 3;

/**
 * The listening sockets that a supervisor opens and passes on. They stay open while the server restarts, so that
 * clients wait instead of being rejected (docs/decisions/0035-restarts.md).
 * @param env the process's environment, as systemd sets it (sd_listen_fds(3))
 * @returns the file descriptors
 */
export function inheritedSockets(env: NodeJS.ProcessEnv, pid: number): number[] {
  if (env['LISTEN_PID'] !== String(pid)) return [];
  const count = Number(env['LISTEN_FDS'] ?? 0);
  return Array.from({ length: count }, (_, nth) => FIRST_DESCRIPTOR + nth);
}

async function listen(server: Server, options: ListenOptions | { fd: number }): Promise<Server> {
  await once(server.listen(options), 'listening');
  return server;
}

/** Listens on sockets that another process opened. @param make creates a server for each */
export const listenOnSockets = (descriptors: number[], make: () => Server): Promise<Server[]> =>
  Promise.all(descriptors.map((fd) => listen(make(), { fd })));

// The errors on a machine without IPv6, for `::1` and `::`.
const UNSUPPORTED_FAMILY = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Listens on each host, except those whose address family this machine lacks.
 * @param make creates a server for each
 * @param settings the names of the settings of the address, for errors
 * @throws ConfigError when the port is in use, or a host is not an address of this machine; then nothing listens
 */
export async function listenOn(
  hosts: string[],
  port: number,
  make: () => Server,
  settings = 'PORT or HOST',
): Promise<Server[]> {
  const tries = await Promise.allSettled(hosts.map((host) => listen(make(), { port, host })));
  const open = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const errors = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  const error = errors.find(({ code }) => !UNSUPPORTED_FAMILY.has(code)) ?? errors[0];
  if (error && (open.length === 0 || !UNSUPPORTED_FAMILY.has(error.code))) {
    for (const server of open) server.close();
    throw new ConfigError(`Cannot listen (${error.message}): set another ${settings}.`);
  }
  return open;
}
