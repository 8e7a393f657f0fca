import type { Services } from '#lib/server/context.ts';
import { eraseDueMembers } from '#lib/server/deletions/erase-member.ts';

import type { StopFn } from './run-every.ts';
import { runOnOneServer } from './run-on-one-server.ts';

const INTERVAL_MS = 60_000;

/**
 * Erases members whose time to change their mind is over, and what is left of erased ones, every minute on one of the
 * servers.
 * @returns a function that stops it
 */
export const startErasures = (services: Services): StopFn =>
  runOnOneServer(services, { name: 'erasures', intervalMs: INTERVAL_MS, run: eraseDueMembers });
