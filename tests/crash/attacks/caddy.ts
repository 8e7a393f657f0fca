// Caddy in front of a server, configured like in compose.yaml, but without TLS. It must be installed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const COMPOSE = join(import.meta.dirname, '../../../compose.yaml');
const CADDYFILE = /\n {4}content: \|\n((?: {6}.*\n|\n)+)/;
const TRIES = 100;
const PAUSE_MS = 100;

/** @returns the Caddyfile of `compose.yaml`, which escapes dollars */
function readCaddyfile(): string {
  const [, content] = CADDYFILE.exec(readFileSync(COMPOSE, 'utf8')) ?? [];
  if (!content) throw new Error('compose.yaml has no Caddyfile.');
  return `{\n  admin off\n}\n${content.replaceAll('$$', '$')}`;
}

const isOpen = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts Caddy.
 * @param port the port that it listens on
 * @param upstream the server's port
 * @returns the process, once it forwards requests
 */
export async function startCaddy(port: number, upstream: number): Promise<ChildProcess> {
  const args = ['run', '--adapter', 'caddyfile', '--config', '-'];
  const addresses = { SITE: `http://127.0.0.1:${port}`, SERVERS: `127.0.0.1:${upstream}` };
  const env = { ...process.env, ...addresses };
  const caddy = spawn('caddy', args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  await once(caddy, 'spawn');
  caddy.stdin.end(readCaddyfile());
  for (let tried = 0; tried < TRIES && !(await isOpen(port)); tried += 1) await pause(PAUSE_MS);
  return caddy;
}
