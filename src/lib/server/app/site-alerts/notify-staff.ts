// Notifies staff of what is wrong with the site (docs/operations.md, "Being notified").
import { siteCheckOf, type SiteCheckName } from '#lib/contract/app/site-checks.ts';
import type { Finding } from '#lib/server/app/checks/finding.ts';
import { lookAtSite } from '#lib/server/app/checks/site-checks.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { AlertPhase, SiteAlertTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { startOfDay } from '#lib/server/platform/start-of-day.ts';
import { regionDay } from '#lib/site.ts';

import { postAlerts } from './alert-webhook.ts';
import { deleteAlert, findAlert, storeAlert } from './queries.ts';

// The hour of the region's day at which staff are reminded.
const REMINDER_MS = 8 * 3_600_000;

/** Whether something is wrong; null when that cannot be known now. */
function isWrong(name: SiteCheckName, findings: Finding[]): boolean | null {
  if (findings.length === 0) return null;
  // Of what lasts for years a note is enough.
  return findings.some(
    ({ state }) => state === 'wrong' || (state === 'note' && siteCheckOf(name).isOnce),
  );
}

/** Whether an alert is due for today's reminder. A clock that was ahead may have dated it. */
function isReminderDue({ key, notified_at }: SiteAlertTable, now: number): boolean {
  if (notified_at === null || siteCheckOf(key).isOnce) return false;
  const reminder = startOfDay(regionDay(now)) + REMINDER_MS;
  return now >= reminder && (notified_at < reminder || notified_at > now);
}

/** What an alert becomes, and what there is to say about it. */
interface Change {
  after: SiteAlertTable;
  phase: AlertPhase | null;
}

/** @param before undefined when it was never wrong @returns null without a change */
function nextOf(
  key: SiteCheckName,
  before: SiteAlertTable | undefined,
  now: number,
): Change | null {
  if (!before || before.ended_at !== null) {
    const found = { key, since: now, notified_at: null, ended_at: null, unposted: null };
    return { after: found, phase: null };
  }
  const phase = before.notified_at === null ? 'begins' : 'lasts';
  if (phase === 'lasts' && !isReminderDue(before, now)) return null;
  return { after: { ...before, notified_at: now, unposted: phase }, phase };
}

function endOf(before: SiteAlertTable, now: number): Change {
  const phase = siteCheckOf(before.key).isOnce ? null : 'ends';
  return { after: { ...before, ended_at: now, unposted: phase }, phase };
}

/** Stores the result of a check, and notifies staff when it begins, lasts until the next morning, or ends. */
async function settle(services: Services, key: SiteCheckName, findings: Finding[]): Promise<void> {
  const isOn = isWrong(key, findings);
  if (isOn === null) return;
  const now = services.now();
  await transact(services, { invalidates: [] }, async (tx) => {
    const before = await findAlert(tx, key);
    const isLasting = before !== undefined && before.ended_at === null;
    if (!isOn && !isLasting) return;
    if (!isOn && before?.notified_at === null) return void (await deleteAlert(tx, before));
    const change = !isOn && before ? endOf(before, now) : nextOf(key, before, now);
    if (!change || !(await storeAlert(tx, before, change.after)) || !change.phase) return;
    const { phase } = change;
    const texts = findings.filter(({ state }) => state !== 'ok').map(({ text }) => text);
    services.log.warn({ event: `site_alert_${phase}`, check: key, problem: texts.join(' ') });
    await services.notify(tx, { event: 'site_checked', check: key, phase });
  });
}

/** Looks at the site every 10 minutes, and notifies staff. The demo has no mail server, backup or address. */
export async function checkSite(services: Services): Promise<void> {
  const { config, db, dialect, now, clock } = services;
  if (config.demo) return;
  // A clock that is right moves the time that the site knows.
  await clock.check();
  const skew = () => clock.skew();
  const checks = await lookAtSite({ config, database: { db, dialect }, now, skew });
  for (const [name, findings] of checks) await settle(services, name, findings);
  await postAlerts(services);
}
