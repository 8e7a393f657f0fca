import { beforeEach, expect, test, vi } from 'vitest';

import { GUEST, VIEWER_HEADER } from '#lib/contract/offline.ts';
import type * as Viewer from '#src/service-worker/viewer.ts';

const names = new Set<string>();

beforeEach(() => {
  names.clear();
  vi.resetModules();
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
    open: async (name: string) => {
      names.add(name);
      return {};
    },
  });
});

const load = (): Promise<typeof Viewer> => import('#src/service-worker/viewer.ts');
const pageOf = (viewer: string) => new Response('', { headers: { [VIEWER_HEADER]: viewer } });

test('at most one member’s cache exists: that of the last response', async () => {
  const { numberRequest, openViewerCache } = await load();
  expect(await openViewerCache(pageOf('maria'), numberRequest())).not.toBeNull();
  expect([...names]).toEqual(['member-maria']);
  expect(await openViewerCache(pageOf('ana'), numberRequest())).not.toBeNull();
  expect([...names]).toEqual(['member-ana']);
  // A file that every visitor gets does not identify the viewer.
  expect(await openViewerCache(new Response(''), numberRequest())).toBeNull();
  expect([...names]).toEqual(['member-ana']);
  expect(await openViewerCache(pageOf(GUEST), numberRequest())).toBeNull();
  expect([...names]).toEqual([]);
});

test('a response to an earlier request is ignored', async () => {
  const { deletePagesOf, numberRequest, openViewerCache } = await load();
  const early = numberRequest();
  await openViewerCache(pageOf('ana'), numberRequest());
  expect(await openViewerCache(pageOf('maria'), early)).toBeNull();
  expect([...names]).toEqual(['member-ana']);
  const beforeDeletion = numberRequest();
  await deletePagesOf('ana');
  expect(await openViewerCache(pageOf('ana'), beforeDeletion)).toBeNull();
  expect([...names]).toEqual([]);
});

test('pages of one member are stored in any order of arrival', async () => {
  const { numberRequest, openViewerCache } = await load();
  const early = numberRequest();
  await openViewerCache(pageOf('maria'), numberRequest());
  expect(await openViewerCache(pageOf('maria'), early)).not.toBeNull();
});

test('a deletion wins over a response that is still being handled', async () => {
  const { deletePagesOf, numberRequest, openViewerCache } = await load();
  const opening = openViewerCache(pageOf('maria'), numberRequest());
  await deletePagesOf('maria');
  expect(await opening).toBeNull();
  expect([...names]).toEqual([]);
});

test('the pages of another member stay', async () => {
  const { deletePagesOf, numberRequest, openViewerCache } = await load();
  await openViewerCache(pageOf('maria'), numberRequest());
  await deletePagesOf('ana');
  expect([...names]).toEqual(['member-maria']);
});
