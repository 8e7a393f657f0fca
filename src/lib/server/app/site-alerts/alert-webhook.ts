// Posts what is wrong to `ALERT_URL`, as Standard Webhooks does (https://www.standardwebhooks.com).
import { createHmac } from 'node:crypto';

import { siteCheckOf } from '#lib/contract/app/site-checks.ts';
import type { AlertConfig } from '#lib/server/platform/config/alert-settings.ts';
import { errorText } from '#lib/server/platform/config/config-error.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { SiteAlertTable } from '#lib/server/platform/db/schema.ts';

import { listUnposted, markPosted } from './queries.ts';

const TIMEOUT_MS = 10_000;

const toIso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** Stays the same for a retry, so that a receiver can ignore a second one. */
const idOf = ({ key, since, notified_at, unposted }: SiteAlertTable): string =>
  `${key}-${since}-${notified_at}-${unposted}`;

/** @param site the site's own URL */
const bodyOf = ({ key, unposted, since, ended_at }: SiteAlertTable, site: string): string =>
  JSON.stringify({
    type: `site.alert.${unposted}`,
    site,
    check: key,
    problem: siteCheckOf(key).problem(),
    remedy: siteCheckOf(key).remedy(),
    since: toIso(since),
    ended_at: toIso(ended_at),
  });

/** @throws Error when it is not accepted */
async function post({ url, key }: AlertConfig, id: string, body: string, now: number) {
  const timestamp = Math.floor(now / 1000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const response = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': `v1,${signature}`,
    },
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`It responded with ${response.status}.`);
}

/** Posts what has changed. What is not accepted is tried again with the next check. */
export async function postAlerts({ config, db, log, now }: Services): Promise<void> {
  for (const alert of await listUnposted(db)) {
    try {
      if (config.alert)
        await post(config.alert, idOf(alert), bodyOf(alert, config.publicUrl), now());
      await markPosted(db, alert);
    } catch (error) {
      log.warn({ event: 'alert_not_posted', check: alert.key, problem: errorText(error) });
    }
  }
}
