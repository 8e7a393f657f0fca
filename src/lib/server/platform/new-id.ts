import { randomUUIDv7 } from 'node:crypto';

// The first 48 bits of a UUIDv7 are its milliseconds.
const TIME_CHARS = '0198c6e0-0000'.length;
let last = '';

/** @returns a UUIDv7, which sorts by time; those of one process also within a millisecond */
export function newId(): string {
  let id: string = randomUUIDv7();
  while (id <= last && id.startsWith(last.slice(0, TIME_CHARS))) id = randomUUIDv7();
  last = id;
  return id;
}

/**
 * @param time milliseconds since 1970
 * @returns a new id with this time
 */
export function idAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
}

/** @returns the lowest id of a time: ids of that time or later are not lower */
export function lowestIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
