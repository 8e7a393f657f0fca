import { expect, test } from 'vitest';

import { readConfig } from '#lib/server/platform/config/config.ts';
import { resolveClientIp } from '#lib/server/platform/http/client-ip.ts';

const { trustedProxies } = readConfig({ DEMO: '1', TRUSTED_PROXIES: '10.0.0.0/8, ::1' });

test.each([
  ['another peer is not trusted', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy’s header is used', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['entries from the client are ignored', '10.1.2.3', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['a chain of trusted proxies is followed', '::1', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['an IPv4-mapped IPv6 address is recognised', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['an invalid entry is ignored', '10.1.2.3', 'unknown', '10.1.2.3'],
  ['without a header the proxy’s IP is used', '10.1.2.3', undefined, '10.1.2.3'],
])('%s', (_, peer, forwarded, expected) => {
  expect(resolveClientIp(peer, forwarded, trustedProxies)).toBe(expected);
});
