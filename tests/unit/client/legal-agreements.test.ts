import { beforeEach, expect, test, vi } from 'vitest';

const STORED = { version: 1, licensingId: '/media/a.pdf', dataId: null, termsId: '/media/t.pdf' };

/**
 * The store at the start of a visit.
 * @param stored the value of `root` in localStorage
 */
async function visit(stored: string | null) {
  vi.resetModules();
  const storage: Record<string, string> = stored === null ? {} : { root: stored };
  const { setPersistentEngine } = await import('@nanostores/persistent');
  setPersistentEngine(storage, { addEventListener() {}, removeEventListener() {} });
  const { legalAgreements } = await import('#lib/client/stores/legal-agreements.ts');
  return { storage, legalAgreements };
}

beforeEach(() => vi.resetModules());

test('the store has the key root and a version', async () => {
  const { storage, legalAgreements } = await visit(null);
  legalAgreements.set({ ...STORED, version: 1 });
  expect(Object.keys(storage)).toEqual(['root']);
  expect(JSON.parse(storage['root'] ?? '')).toEqual(STORED);
});

test('the store is read on the next visit', async () => {
  const { legalAgreements } = await visit(JSON.stringify(STORED));
  expect(legalAgreements.get()).toEqual(STORED);
});

test.each([
  '',
  '{',
  'null',
  '{"version":0}',
  JSON.stringify({ ...STORED, version: 2 }),
  '{"version":1}',
])('an unknown value (%s) is ignored', async (stored) => {
  const { legalAgreements } = await visit(stored);
  expect(legalAgreements.get()).toEqual({
    version: 1,
    licensingId: null,
    dataId: null,
    termsId: null,
  });
});
