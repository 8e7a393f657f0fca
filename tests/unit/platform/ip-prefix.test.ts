import { expect, test } from 'vitest';

import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
])('the rate limit key of %s is %s', (address, network) => {
  expect(ipPrefix(address)).toBe(network);
});
