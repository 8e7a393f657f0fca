import type { Server } from './services.ts';

const LOOK_MS = 500;

/**
 * Looks twice a second what other servers, and the operator's commands, have changed.
 * @returns what stops it
 */
export function startWatching({ changes }: Server): () => void {
  let looking: Promise<void> | null = null;
  const look = () => {
    looking ??= changes.look().finally(() => (looking = null));
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}
