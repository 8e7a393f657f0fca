import { expect, test } from 'vitest';

import type { Resource } from '#lib/contract/resources.ts';
import type { Ctx } from '#lib/server/context.ts';
import { createOfflineBundle } from '#lib/server/resources/offline-bundle.ts';
import { StorageError } from '#lib/server/storage/file-store.ts';

const resource = (image: string) =>
  ({
    cover_photo: `/media/${image}/960.webp`,
    blocks: [{ type: 'TEXT', content: 'Straw' }],
  }) as unknown as Resource;

const withStore = (get: () => Promise<unknown>) => ({ files: { get } }) as unknown as Ctx;

test('the size of a resource counts its text and images', async () => {
  const body = Buffer.from('x');
  const ctx = withStore(async () => ({ body, size: 1000 }));
  expect(await createOfflineBundle(ctx, resource('known'))).toMatchObject({ bytes: 1005 });
});

test('while the image storage is unavailable a resource cannot be saved, but can be read', async () => {
  const ctx = withStore(() => Promise.reject(new StorageError('away')));
  expect(await createOfflineBundle(ctx, resource('away'))).toBeNull();
});

test('an unexpected error is not hidden', async () => {
  const ctx = withStore(() => Promise.reject(new TypeError('ours')));
  await expect(createOfflineBundle(ctx, resource('fault'))).rejects.toThrow('ours');
});
