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
