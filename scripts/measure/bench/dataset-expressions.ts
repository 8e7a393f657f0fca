// SQL expressions that compute the data set, in both dialects.
import { type Dialect, quote } from './database.ts';

/** The numbers from `from` up to but not including `to`, as the table `s(n)`. */
export const numbers = (from: number, to: number): string =>
  `with recursive s(n) as (select cast(${from} as bigint) union all select n + 1 from s where n < ${to - 1})`;

/** The numbers from 0 up to but not including `count`, as the table `few(k)`. */
export const few = (count: number): string =>
  `(${Array.from({ length: count }, (_, k) => `select ${k} as k`).join(' union all ')}) as few`;

/** A pseudorandom number below a limit that depends on `n` alone. */
export const scatter = (n: string, below: number, salt = 0): string =>
  `(((${n} + ${salt}) * 2654435761 % 4294967296) / 65536 % ${below})`;

/** A text chosen by its index. */
export const choose = (texts: string[], index: string): string => {
  const cases = texts.map((text, each) => `when ${each} then ${quote(text)}`);
  return `case ${index} ${cases.join(' ')} end`;
};

/** A text chosen by `n`. */
export const oneOf = (texts: string[], n: string, salt: number): string =>
  choose(texts, scatter(n, texts.length, salt));

/** A number in hexadecimal, padded with zeros. */
export const hex = (dialect: Dialect, value: string, digits: number): string =>
  dialect === 'sqlite'
    ? `format('%0${digits}x', ${value})`
    : `lpad(to_hex((${value})::bigint), ${digits}, '0')`;

/** A UUIDv7 of a time in milliseconds since 1970; `n` makes it unique in its table. */
export function uuid(dialect: Dialect, time: string, n: string): string {
  const parts = [
    hex(dialect, `(${time}) >> 16`, 8),
    hex(dialect, `(${time}) & 65535`, 4),
    `'7' || ${hex(dialect, `(${n}) & 4095`, 3)}`,
    `'8' || ${hex(dialect, `((${n}) >> 12) & 4095`, 3)}`,
    hex(dialect, n, 12),
  ];
  return `cast(${parts.join(` || '-' || `)} as ${dialect === 'sqlite' ? 'text' : 'uuid'})`;
}
