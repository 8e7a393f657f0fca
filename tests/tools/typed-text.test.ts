import { glob, readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

const FIELD = /<(?:input|textarea|TextArea|TextField)\b(?:[^<>]|=>)*>/g;

test('no field cuts what is pasted into it, without a word; only a search does', async () => {
  const cutting: string[] = [];
  let fields = 0;
  for await (const file of glob('src/**/*.{astro,tsx}')) {
    for (const [field] of (await readFile(file, 'utf8')).matchAll(FIELD)) {
      fields += 1;
      const cuts = /maxlength/i.test(field) && !/search/i.test(file + field);
      if (cuts) cutting.push(`${file}: ${field}`);
    }
  }
  expect(cutting).toEqual([]);
  expect(fields).toBeGreaterThan(50);
});
