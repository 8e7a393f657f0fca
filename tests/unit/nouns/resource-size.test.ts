import { expect, test } from 'vitest';

import type { Resource } from '#lib/contract/library/resources.ts';
import { createOfflineBundle } from '#lib/server/library/resources/offline-bundle.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { StorageError } from '#lib/server/platform/storage/file-store.ts';

const resource = (image: string): Resource => ({
  id: '1',
  title: 'Rice straw',
  language: 'en',
  cover_photo: `/media/${image}/960.webp`,
  published_date: '2026-11-21T00:00:00.000Z',
  reading_minutes: 1,
  topics: [],
  translations: [],
  blocks: [{ id: '2', type: 'TEXT', content: 'Straw' }],
});

const withStore = (get: Ctx['files']['get']) => ({ files: { get } }) as Ctx;

test('the size of a resource includes its text and images', async () => {
  const body = Buffer.from('x');
  const ctx = withStore(async () => ({ body, size: 1000, type: 'image/webp' }));
  expect(await createOfflineBundle(ctx, resource('known'))).toMatchObject({ bytes: 1005 });
});

test('while the image storage is unavailable a resource can be read, but not saved', async () => {
  const ctx = withStore(() => Promise.reject(new StorageError('away')));
  expect(await createOfflineBundle(ctx, resource('away'))).toBeNull();
});

test('an unexpected error is not hidden', async () => {
  const ctx = withStore(() => Promise.reject(new TypeError('ours')));
  await expect(createOfflineBundle(ctx, resource('fault'))).rejects.toThrow('ours');
});
