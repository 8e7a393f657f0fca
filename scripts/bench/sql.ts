// The parts that the data set's statements are put together from, in both databases' words.
import type { DialectName } from '#lib/server/db/dialect.ts';

/** The numbers from `from` to before `to`, as the table `s(n)`. */
export const numbers = (from: number, to: number): string =>
  `with recursive s(n) as (select cast(${from} as bigint) union all select n + 1 from s where n < ${to - 1})`;

/** The first few numbers, as the table `few(k)`. */
export const few = (count: number): string =>
  `(${Array.from({ length: count }, (_, k) => `select ${k} as k`).join(' union all ')}) as few`;

/** A number that looks thrown, computed from a row's own. @param salt makes another throw */
export const thrown = (n: string, below: number, salt = 0): string =>
  `(((${n} + ${salt}) * 2654435761 % 4294967296) / 65536 % ${below})`;

/** @returns a text as SQL writes it */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** One of some texts, thrown. */
export const oneOf = (texts: string[], n: string, salt: number): string => {
  const whens = texts.map((text, at) => `when ${at} then ${quoted(text)}`);
  return `case ${thrown(n, texts.length, salt)} ${whens.join(' ')} end`;
};

/** What the two databases say differently. */
export interface Words {
  /** a number in hexadecimal, with zeros before it */
  hex: (value: string, digits: number) => string;
  /** a UUIDv7 of a moment (milliseconds since 1970); `n` tells it from the others of its table */
  id: (time: string, n: string) => string;
}

/** @returns how a database says it */
export function wordsOf(dialect: DialectName): Words {
  const sqlite = dialect === 'sqlite';
  const hex = (value: string, digits: number) =>
    sqlite
      ? `format('%0${digits}x', ${value})`
      : `lpad(to_hex((${value})::bigint), ${digits}, '0')`;
  const id = (time: string, n: string) => {
    const parts = [
      hex(`(${time}) >> 16`, 8),
      hex(`(${time}) & 65535`, 4),
      `'7' || ${hex(`(${n}) & 4095`, 3)}`,
      `'8' || ${hex(`((${n}) >> 12) & 4095`, 3)}`,
      hex(n, 12),
    ];
    return `cast(${parts.join(` || '-' || `)} as ${sqlite ? 'text' : 'uuid'})`;
  };
  return { hex, id };
}
