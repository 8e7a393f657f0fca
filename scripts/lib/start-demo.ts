import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { startNode } from './processes.ts';
import { root } from './run.ts';

const POLL_MS = 200;

/**
 * Starts the demo in a temporary folder.
 * @param publicUrl the URL for browsers
 * @returns the process, once it is ready
 * @throws Error when it exits before
 */
export async function startDemo(
  dataDir: string,
  port: number,
  publicUrl = `http://127.0.0.1:${port}`,
) {
  const origin = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, PUBLIC_URL: publicUrl };
  const demo = startNode(
    [join(root, 'scripts/run/start.ts')],
    ['ignore', 'ignore', 'inherit'],
    env,
  );
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (demo.exitCode !== null || demo.signalCode !== null) throw new Error('The demo has ended.');
    await pause(POLL_MS);
  }
  return { demo, origin };
}
