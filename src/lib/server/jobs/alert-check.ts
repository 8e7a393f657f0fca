import { notifyOfNewListings } from '#lib/server/alerts/notify-of-new-listings.ts';
import type { Services } from '#lib/server/context.ts';

import type { StopFn } from './run-every.ts';
import { runOnOneServer } from './run-on-one-server.ts';

const INTERVAL_MS = 60_000;

/**
 * Compares new listings with the members' alerts, every minute on one of the servers.
 * @returns a function that stops it
 */
export const startAlertCheck = (services: Services): StopFn =>
  runOnOneServer(services, {
    name: 'alert_check',
    intervalMs: INTERVAL_MS,
    run: notifyOfNewListings,
  });
