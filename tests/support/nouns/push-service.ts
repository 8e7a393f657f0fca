import { onTestFinished } from 'vitest';

import { type PushService, startPushService } from '#tests/support/server/push-server.ts';
import { type SilentHost, startSilentHost } from '#tests/support/server/silent-host.ts';
import { watchReceived } from '#tests/support/site/scan-sent.ts';

/** Opens a push service, and closes it after the test. */
export async function openPushService(): Promise<PushService> {
  const service = await startPushService();
  watchReceived({ texts: () => service.received.map(({ text }) => text) });
  onTestFinished(service.close);
  return service;
}

/** Opens a host that never responds, beside a push service, and closes it after the test. */
export async function openSilentHost({ network }: PushService): Promise<SilentHost> {
  const host = await startSilentHost(network);
  onTestFinished(host.close);
  return host;
}
