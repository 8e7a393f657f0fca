import type { Services } from '#lib/server/context.ts';
import { makeDueExports } from '#lib/server/exports/make-exports.ts';

import type { StopFn } from './run-every.ts';
import { runOnOneServer } from './run-on-one-server.ts';

const INTERVAL_MS = 6000;

/**
 * Makes the copies of their data that members wait for, every 6 seconds on one of the servers.
 * @returns a function that stops it
 */
export const startExports = (services: Services): StopFn =>
  runOnOneServer(services, { name: 'exports', intervalMs: INTERVAL_MS, run: makeDueExports });
