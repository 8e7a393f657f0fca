// A test fails when anything wrote to console.error or console.warn; one that expects it spies on it.
import { format } from 'node:util';

import { afterEach, beforeEach } from 'vitest';

const written: string[] = [];

beforeEach(() => {
  written.length = 0;
});

for (const level of ['error', 'warn'] as const)
  console[level] = (...parts: unknown[]) => {
    written.push(`console.${level}: ${format(...parts)}`);
  };

afterEach(() => {
  if (written.length > 0) throw new Error(written.join('\n'));
});
