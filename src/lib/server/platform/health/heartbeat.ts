import { errorText } from '#lib/server/platform/config/config-error.ts';
import type { Services } from '#lib/server/platform/context.ts';

const TIMEOUT_MS = 10_000;

/**
 * Requests `HEARTBEAT_URL`: its owner notices when that stops, as a dead server cannot notify anyone. Never rejects:
 * failures are logged.
 */
export async function sendHeartbeat({
  config: { heartbeatUrl },
  log,
}: Pick<Services, 'config' | 'log'>): Promise<void> {
  if (!heartbeatUrl) return;
  try {
    const response = await fetch(heartbeatUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`It responded with ${response.status}.`);
  } catch (error) {
    log.warn({ event: 'heartbeat_failed', problem: errorText(error) });
  }
}
