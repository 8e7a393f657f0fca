import { hash } from 'node:crypto';

import { LRUCache } from 'lru-cache';
import type { QueryConfig } from 'pg';

// Each takes some KB of every connection. The queries of requests have about 150 texts.
const MAX_TEXTS = 500;
// Postgres cuts longer names than 63 characters.
const NAME_LENGTH = 22;

const nameOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, NAME_LENGTH);

/**
 * Names the statements that run again, so that a connection parses each once and Postgres keeps its plan.
 * @returns the query of a text with parameters, with a name from its second run on
 */
export function nameStatements(): (text: string, values: unknown[]) => QueryConfig {
  const names = new LRUCache<string, string>({ max: MAX_TEXTS });
  return (text, values) => {
    const name = names.get(text);
    if (name) return { text, values, name };
    names.set(text, nameOf(text));
    return { text, values };
  };
}
