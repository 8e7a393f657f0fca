import type { ListingTable } from '#lib/server/platform/db/schema.ts';

// The fields that alerts filter by.
const SEARCHED = ['kind', 'material', 'town', 'terms', 'status'] as const;

/** Whether alerts may match a listing that they did not match before. */
const isNewToAlerts = (row: ListingTable, next: ListingTable): boolean =>
  next.status === 'open' && SEARCHED.some((name) => row[name] !== next[name]);

/** @returns since when a changed listing waits to be compared with alerts */
export const alertsDueAt = (row: ListingTable, next: ListingTable): number | null =>
  isNewToAlerts(row, next) ? next.updated_at : row.alerts_due_at;
