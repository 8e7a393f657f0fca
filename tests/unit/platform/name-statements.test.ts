import { expect, test } from 'vitest';

import { nameStatements } from '#lib/server/platform/db/open-postgres.ts';

const text = (n: number) => `select ${n} where $1`;

test('a statement has a constant name from its second run on', () => {
  const nameStatement = nameStatements();
  expect(nameStatement(text(1), [1])).toEqual({ text: text(1), values: [1] });
  const { name } = nameStatement(text(1), [2]);
  expect(name).toMatch(/^[\w-]{22}$/);
  nameStatement(text(2), [1]);
  expect(nameStatement(text(2), [1]).name).not.toBe(name);
  for (let n = 10; n < 1000; n += 1) nameStatement(text(n), [1]);
  expect(nameStatement(text(1), [3]).name).toBeUndefined();
  expect(nameStatement(text(1), [3]).name).toBe(name);
});

test('a long list of values gets no name', () => {
  const nameStatement = nameStatements();
  const long = `select ${'$1, '.repeat(2000)}1`;
  nameStatement(long, [1]);
  expect(nameStatement(long, [1]).name).toBeUndefined();
});
