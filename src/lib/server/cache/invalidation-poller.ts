import { runEvery, type StopFn } from '#lib/server/jobs/run-every.ts';

import type { Changes } from './cache-invalidation.ts';

const LOOK_MS = 500;

/** Reads twice a second what other servers, and the operator's commands, have changed. @returns what stops it */
export const startWatching = ({ changes }: { changes: Changes }): StopFn =>
  runEvery(() => changes.look(), LOOK_MS);
