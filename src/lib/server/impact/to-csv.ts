import type { Impact } from '#lib/contract/impact.ts';

/**
 * The rows of all three tables, for spreadsheets (RFC 4180).
 * @returns lines that end in CR LF; no key needs quotes
 */
export function toCsv({ materials, towns, months }: Impact): string {
  const rows = Object.entries({ material: materials, town: towns, month: months }).flatMap(
    ([by, all]) => all.map(({ key, kg, pickups }) => [by, key, kg, pickups].join(',')),
  );
  return ['by,key,kg,pickups', ...rows, ''].join('\r\n');
}
