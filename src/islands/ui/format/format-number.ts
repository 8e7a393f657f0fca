const NUMBER = new Intl.NumberFormat('en');

/** A whole number as people read it, e.g. `12,345`; the same on the server and in every browser. */
export const formatNumber = (n: number): string => NUMBER.format(n);
