import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

import { boundedQueue } from '#lib/server/platform/fair-queue.ts';

// Not bundled: it runs from the sources, as the operator's commands do.
const PROGRAM = createRequire(import.meta.url).resolve(
  '#lib/server/people/policies/pdf-text-process.ts',
);
const FLAGS = ['--max-old-space-size=192'];
const DEADLINE_MS = 60_000;
// PostgreSQL stores no NUL.
const NUL = '\0';

// What every PDF has before its end (ISO 32000-2, 7.5.5): without it, a reader searches the whole file for long.
const hasEnd = (pdf: Uint8Array): boolean => Buffer.from(pdf).includes('startxref');

const queue = boundedQueue({ running: 1, waiting: 4 });

async function runProgram(pdf: Uint8Array): Promise<string | null> {
  const child = spawn(process.execPath, [...FLAGS, PROGRAM], {
    // No setting, and so no secret.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  // It may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(pdf);
  const [output, isDone] = await Promise.all([text(child.stdout), ended]);
  return isDone ? output : null;
}

/**
 * Extracts the text of a PDF, in a process of its own.
 * @returns empty when there is none; null when it cannot be opened: it is damaged, locked, or takes too long
 * @throws AppError rate_limited when many wait
 */
export async function extractText(pdf: Uint8Array): Promise<string | null> {
  if (!hasEnd(pdf)) return null;
  const output = await queue(() => runProgram(pdf));
  return output === null ? null : output.replaceAll(NUL, '').toWellFormed().trim();
}
