import { hash } from 'node:crypto';

import { LRUCache } from 'lru-cache';
import type { QueryConfig } from 'pg';

// A connection has each until it ends. The queries of requests have about 150 texts.
const MAX_TEXTS = 500;
// Those with a long list of values rarely run again: lists have many lengths.
const MAX_LENGTH = 4000;
// Postgres cuts names that are longer than 63 characters.
const NAME_LENGTH = 22;

const nameOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, NAME_LENGTH);

/**
 * Names the statements that run again, so that each connection parses them once and Postgres can keep their plans.
 * @returns the query of a text with parameters, with a name from its second run on
 */
export function nameStatements(): (text: string, values: unknown[]) => QueryConfig {
  const names = new LRUCache<string, string>({ max: MAX_TEXTS });
  return (text, values) => {
    if (text.length > MAX_LENGTH) return { text, values };
    const name = names.get(text);
    if (name) return { text, values, name };
    names.set(text, nameOf(text));
    return { text, values };
  };
}
