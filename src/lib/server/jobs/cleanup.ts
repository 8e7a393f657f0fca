import type { Services } from '#lib/server/context.ts';
import { sweepPictures } from '#lib/server/images/service.ts';
import { sweepResets } from '#lib/server/password-reset/service.ts';
import { sweepSessions } from '#lib/server/sessions/service.ts';

import { repeat, type Stop } from './interval.ts';

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

/** Takes away what nothing needs any more, at the start and every hour. @returns what stops it */
export const startSweeping = (services: Services): Stop => repeat(() => sweep(services), HOUR_MS);
