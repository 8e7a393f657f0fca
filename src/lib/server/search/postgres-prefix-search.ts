import { type RawBuilder, sql } from 'kysely';

import type { Expression } from './expression.ts';

// As long as the prefixes in the index (migrations/0001-initial/postgres-search.ts).
const PREFIX_LENGTH = 12;

type Vector = 'listing_vector' | 'search_vector';

const hasAnyPrefix = (column: Vector, terms: string[]) => {
  const prefixes = terms.map((term) => Array.from(term).slice(0, PREFIX_LENGTH).join(''));
  return sql<boolean>`search_prefixes(${sql.ref(`p.${column}`)}) && ${prefixes}::text[]`;
};

const join = (parts: RawBuilder<boolean>[], operator: 'and' | 'or') =>
  sql<boolean>`(${sql.join(parts, sql.raw(` ${operator} `))})`;

/**
 * Whether post `p` may match, by the index of a vector's prefixes: words that are cut to as many letters are equal.
 * The terms of one `or` are one look-up.
 */
export function hasPrefixes(column: Vector, expression: Expression): RawBuilder<boolean> {
  if ('term' in expression) return hasAnyPrefix(column, [expression.term]);
  if ('all' in expression)
    return join(
      expression.all.map((part) => hasPrefixes(column, part)),
      'and',
    );
  const terms = expression.any.flatMap((part) => ('term' in part ? part.term : []));
  const others = expression.any.filter((part) => !('term' in part));
  const lookUps = others.map((part) => hasPrefixes(column, part));
  return join(terms.length > 0 ? [hasAnyPrefix(column, terms), ...lookUps] : lookUps, 'or');
}
