import { type RawBuilder, sql } from 'kysely';

import type { Expression } from './expression.ts';

// As long as the prefixes in the index (migrations/0001-initial/postgres-search.ts).
const PREFIX_LENGTH = 12;

const toPrefix = (term: string) => Array.from(term).slice(0, PREFIX_LENGTH).join('');

/**
 * Lists of terms: a match has one term of each list. For `any` of several expressions the first list has
 * a list of each, the second another list of each. This is a weaker condition, but one scan of an index finds it; the
 * planner may read the table for an `or` of several `and`.
 */
function requiredTerms(expression: Expression): string[][] {
  if ('term' in expression) return [[toPrefix(expression.term)]];
  if ('all' in expression) return expression.all.flatMap(requiredTerms);
  const parts = expression.any.map(requiredTerms);
  const count = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => [
    ...new Set(parts.flatMap((lists) => lists[Math.min(at, lists.length - 1)] ?? [])),
  ]);
}

/** Whether post `p` may match, by the index of a vector's prefixes: words that are cut to as many letters are equal. */
export function hasPrefixes(
  column: 'listing_vector' | 'search_vector',
  expression: Expression,
): RawBuilder<boolean> {
  const lookUps = requiredTerms(expression).map(
    (terms) => sql`search_prefixes(${sql.ref(`p.${column}`)}) && ${terms}::text[]`,
  );
  return sql<boolean>`(${sql.join(lookUps, sql.raw(' and '))})`;
}
