import { repeat, type Stop } from '#lib/server/jobs/interval.ts';

import type { Changes } from './cache-invalidation.ts';

const LOOK_MS = 500;

/** Reads twice a second what other servers, and the operator's commands, have changed. @returns what stops it */
export const startWatching = ({ changes }: { changes: Changes }): Stop =>
  repeat(() => changes.look(), LOOK_MS);
