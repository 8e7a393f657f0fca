import { expect, test } from 'vitest';

import { Kept } from '#lib/server/cache/versioned-memo.ts';

/** Something kept of a database that is at a version, and how often it was read. */
function keeping(start: number | null) {
  const state = { version: start, reads: 0, fails: false };
  const kept = new Kept<string>(() => state.version);
  const read = (key = 10) =>
    kept.read(key, async () => {
      state.reads += 1;
      if (state.fails) throw new Error('away');
      return `${key} at ${state.version}`;
    });
  return { state, read };
}

test('what is kept is read again only after a change', async () => {
  const { state, read } = keeping(1);
  expect([await read(), await read()]).toEqual(['10 at 1', '10 at 1']);
  state.version = 2;
  expect([await read(), await read()]).toEqual(['10 at 2', '10 at 2']);
  expect(state.reads).toBe(2);
});

test('one key is not another', async () => {
  const { read } = keeping(1);
  expect([await read(10), await read(20)]).toEqual(['10 at 1', '20 at 1']);
});

test('many who ask at once cost one read', async () => {
  const { state, read } = keeping(1);
  await Promise.all([read(), read(), read()]);
  expect(state.reads).toBe(1);
});

test('what failed is read again', async () => {
  const { state, read } = keeping(1);
  state.fails = true;
  await expect(read()).rejects.toThrow('away');
  state.fails = false;
  expect(await read()).toBe('10 at 1');
});

test('where nobody tells of changes nothing is kept', () => {
  const { state, read } = keeping(null);
  expect(read()).toBeNull();
  expect(state.reads).toBe(0);
});
