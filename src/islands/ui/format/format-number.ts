const NUMBER = new Intl.NumberFormat('en');

/** Formats a whole number, e.g. `12,345`, the same on the server and in every browser. */
export const formatNumber = (n: number): string => (n < 1000 ? String(n) : NUMBER.format(n));
