import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

import { expect, test } from 'vitest';

import { isMalformed } from '#lib/server/platform/http/guard/malformed-request.ts';

function request(host: string): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  return Object.assign(message, { url: '/', httpVersion: '1.1', rawHeaders: ['Host', host] });
}

test('an empty host counts as missing, even before any other was seen', () => {
  for (const host of ['', 'glean.example', '']) expect(isMalformed(request(host))).toBe(!host);
});
