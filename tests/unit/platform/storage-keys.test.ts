import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { imageSize } from '#lib/contract/images.ts';
import { isFileKey } from '#lib/server/platform/storage/file-store.ts';
import { createImageKey } from '#lib/server/platform/storage/save-files.ts';

const FOLDER = 'AAAAAAAAAAAAAAAAAAAAAA-16x16';

describe('keys', () => {
  test('are random, and contain the size', () => {
    const keys = new Set(Array.from({ length: 1000 }, () => createImageKey(1600, 1067)));
    expect(keys.size).toBe(1000);
    for (const key of keys) {
      expect(key).toMatch(/^[\w-]{22}-1600x1067$/);
      expect(imageSize(key)).toEqual({ width: 1600, height: 1067 });
      expect(isFileKey(`${key}/960.webp`)).toBe(true);
    }
  });

  test('reject every other format, so that a path stays in its folder', () => {
    const parts = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '\0',
      '%',
      'A',
      '-',
      '16x16',
      '9.webp',
      'shared.jpg',
      '.pdf',
      'AAAAAAAAAAAAAAAAAAAAAA',
      FOLDER,
      '\n',
      'é',
    );
    const near = fc.array(parts, { maxLength: 8 }).map((each) => each.join(''));
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), (text) => {
        const form =
          /^[A-Za-z0-9_-]{22}(-[0-9]{1,5}x[0-9]{1,5}\/([0-9]{1,5}\.webp|shared\.jpg)|\.pdf)$/;
        expect(isFileKey(text)).toBe(form.test(text));
      }),
      { numRuns: 5000 },
    );
  });
});
