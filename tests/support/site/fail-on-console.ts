// Fails a test that writes to console.error or console.warn without mocking it.
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
