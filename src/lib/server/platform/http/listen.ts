import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';

import { ConfigError } from '#lib/server/platform/config/config-error.ts';

// The first one after standard input, output and error.
const FIRST_DESCRIPTOR = 3;

/**
 * The listening sockets that a supervisor has opened and passes on. They remain open while the server restarts, so that
 * clients wait instead of being rejected (docs/decisions/0035-restarts.md).
 * @param env of the process, as systemd sets it (sd_listen_fds(3))
 * @returns their file descriptors
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

/** Listens on sockets that another process has opened. @param make creates another server */
export const listenOnSockets = (descriptors: number[], make: () => Server): Promise<Server[]> =>
  Promise.all(descriptors.map((fd) => listen(make(), { fd })));

// The errors of a machine without IPv6 for `::1` and `::`.
const UNSUPPORTED_FAMILY = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Listens on each host, except those whose address family this machine does not have.
 * @param make creates another server
 * @param settings the names of the settings for its address
 * @throws ConfigError when the port is in use or a host is not of this machine; then nothing listens
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
