import { formatOf } from '#lib/messages/formats.ts';

const numberFormat = formatOf('en', (locales) => new Intl.NumberFormat(locales));

/** Formats a whole number, e.g. `12,345`, the same on the server and in every browser. */
export const formatNumber = (n: number): string =>
  n < 1000 ? String(n) : numberFormat().format(n);

const KILO = 1024;

/** Formats a size, rounded up, e.g. `412 KB` or `1.3 MB`. */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.ceil(bytes / KILO);
  if (kilobytes < KILO) return `${kilobytes} KB`;
  return `${(Math.ceil((kilobytes / KILO) * 10) / 10).toFixed(1)} MB`;
}
