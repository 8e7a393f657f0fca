import type { Services } from '#lib/server/domain/context.ts';
import { sweepPictures } from '#lib/server/domain/pictures.ts';
import { sweepResets } from '#lib/server/domain/recovery.ts';
import { sweepSessions } from '#lib/server/domain/sessions.ts';

const HOUR_MS = 3_600_000;

async function sweep(services: Services): Promise<void> {
  try {
    await sweepSessions(services);
    await sweepResets(services);
    await sweepPictures(services);
  } catch (error) {
    services.log.error({ event: 'sweep_failed', error });
  }
}

/**
 * Takes away what nothing needs any more, at the start and every hour.
 * @returns what stops it
 */
export function startSweeping(services: Services): () => void {
  void sweep(services);
  const timer = setInterval(() => void sweep(services), HOUR_MS);
  return () => clearInterval(timer);
}
