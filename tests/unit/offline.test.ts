import { expect, test } from 'vitest';

import type { Resource } from '#lib/contract/resources.ts';
import type { Ctx } from '#lib/server/context.ts';
import { toSave } from '#lib/server/resources/offline-bundle.ts';
import { StorageError } from '#lib/server/storage/file-store.ts';

const resource = (picture: string) =>
  ({
    cover_photo: `/media/${picture}/960.webp`,
    blocks: [{ type: 'TEXT', content: 'Straw' }],
  }) as unknown as Resource;

const withStore = (get: () => Promise<unknown>) => ({ files: { get } }) as unknown as Ctx;

test('a guide weighs what its words and pictures do', async () => {
  const body = Buffer.from('x');
  const ctx = withStore(async () => ({ body, size: 1000 }));
  expect(await toSave(ctx, resource('known'))).toMatchObject({ bytes: 1005 });
});

test('while the pictures cannot be reached a guide cannot be saved, and its page is none the worse', async () => {
  const ctx = withStore(() => Promise.reject(new StorageError('away')));
  expect(await toSave(ctx, resource('away'))).toBeNull();
});

test('a fault of ours is not hidden', async () => {
  const ctx = withStore(() => Promise.reject(new TypeError('ours')));
  await expect(toSave(ctx, resource('fault'))).rejects.toThrow('ours');
});
