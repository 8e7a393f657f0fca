import { beforeEach, expect, test, vi } from 'vitest';

const KEPT = { version: 1, licensingId: '/media/a.pdf', dataId: null, termsId: '/media/t.pdf' };

/** The store as a new visit finds it. @param kept what localStorage holds under `root` */
async function visit(kept: string | null) {
  vi.resetModules();
  const storage: Record<string, string> = kept === null ? {} : { root: kept };
  const { setPersistentEngine } = await import('@nanostores/persistent');
  setPersistentEngine(storage, { addEventListener() {}, removeEventListener() {} });
  const { legalAgreements } = await import('#lib/client/stores/legal-agreements.ts');
  return { storage, legalAgreements };
}

beforeEach(() => vi.resetModules());

test('is kept under the key root, with its version', async () => {
  const { storage, legalAgreements } = await visit(null);
  legalAgreements.set({ ...KEPT, version: 1 });
  expect(Object.keys(storage)).toEqual(['root']);
  expect(JSON.parse(storage['root'] ?? '')).toEqual(KEPT);
});

test('is there again on the next visit', async () => {
  const { legalAgreements } = await visit(JSON.stringify(KEPT));
  expect(legalAgreements.get()).toEqual(KEPT);
});

test.each([
  '',
  '{',
  'null',
  '{"version":0}',
  JSON.stringify({ ...KEPT, version: 2 }),
  '{"version":1}',
])('what it does not know (%s) counts as nothing', async (kept) => {
  const { legalAgreements } = await visit(kept);
  expect(legalAgreements.get()).toEqual({
    version: 1,
    licensingId: null,
    dataId: null,
    termsId: null,
  });
});
