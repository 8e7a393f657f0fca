import { randomUUIDv7 } from 'node:crypto';

/** @returns a new id: a UUIDv7, which sorts by time */
export const newId = (): string => randomUUIDv7();

/**
 * An id of another moment, for what is loaded with a date of its own.
 * @param time milliseconds since 1970
 */
export function idAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
}
