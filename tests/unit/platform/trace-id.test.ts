import { BlockList } from 'node:net';

import { expect, test } from 'vitest';

import { traceId } from '#lib/server/platform/http/middleware/request-log.ts';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

const trusted = new BlockList();
trusted.addAddress('10.0.0.1');

const idOf = (header: string | undefined, peer = '10.0.0.1') => traceId(header, peer, trusted);

test.each([
  ['of this version', `00-${ID}-${PARENT}-01`],
  ['of a later version', `01-${ID}-${PARENT}-01`],
  ['of a later version with more fields', `cc-${ID}-${PARENT}-01-what-the-future`],
])('a header %s has a trace id', (_, header) => {
  expect(idOf(header)).toBe(ID);
  expect(idOf(header, '::ffff:10.0.0.1')).toBe(ID);
});

test.each([
  ['that is missing', undefined],
  ['that is empty', ''],
  ['of the version ff', `ff-${ID}-${PARENT}-01`],
  ['of this version with more fields', `00-${ID}-${PARENT}-01-more`],
  ['with more characters', `01-${ID}-${PARENT}-01x`],
  ['with a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['with a parent id of zeros', `00-${ID}-${'0'.repeat(16)}-01`],
  ['in upper case', `00-${ID.toUpperCase()}-${PARENT}-01`],
  ['with a short trace id', `00-${ID.slice(1)}-${PARENT}-01`],
  ['that was sent twice', `00-${ID}-${PARENT}-01, 00-${ID}-${PARENT}-01`],
])('a header %s has none', (_, header) => {
  expect(idOf(header)).toBeUndefined();
});

test('a client that is not a trusted proxy has none', () => {
  expect(idOf(`00-${ID}-${PARENT}-01`, '10.0.0.2')).toBeUndefined();
});
