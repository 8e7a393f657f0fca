import type { ListingTable } from '#lib/server/platform/db/schema.ts';

// What alerts choose by.
const SEARCHED = ['kind', 'material', 'town', 'terms', 'status'] as const;

/** Whether alerts may find a listing that they did not find before. */
const isNewToAlerts = (row: ListingTable, next: ListingTable): boolean =>
  next.status === 'open' && SEARCHED.some((name) => row[name] !== next[name]);

/** @returns since when the alerts are to be compared with a listing after a change */
export const alertsDueAt = (row: ListingTable, next: ListingTable): number | null =>
  isNewToAlerts(row, next) ? next.updated_at : row.alerts_due_at;
