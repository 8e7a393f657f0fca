import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { listenOn } from '#lib/server/platform/http/listen.ts';

const HOSTS = ['127.0.0.1'];

test('a port in use is a configuration error that names PORT', async () => {
  const [holder] = await listenOn(HOSTS, 0, createServer);
  onTestFinished(() => void holder?.close());
  const address = holder?.address() as AddressInfo;
  await expect(listenOn(HOSTS, address.port, createServer)).rejects.toThrow(
    expect.objectContaining({
      constructor: ConfigError,
      message: expect.stringMatching(/EADDRINUSE.+PORT/),
    }),
  );
});
