import { resolve } from 'node:path';

const PRELOADED = resolve(import.meta.dirname, 'interrupt-renames.ts');

/** The environment of a command whose nth link or rename is interrupted: see interrupt-renames.ts. */
export const interruptedAt = (nth: number, action: 'SIGKILL' | 'SIGSTOP' | 'throw') => ({
  NODE_OPTIONS: `--import=${PRELOADED}`,
  INTERRUPT: `${nth}:${action}`,
});
