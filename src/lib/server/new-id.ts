import { randomUUIDv7 } from 'node:crypto';

/** @returns a UUIDv7, which sorts by time */
export const newId = (): string => randomUUIDv7();

/**
 * @param time milliseconds since 1970
 * @returns an id of another time
 */
export function idAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
}
