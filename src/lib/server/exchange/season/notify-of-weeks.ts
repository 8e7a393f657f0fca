import { addDays } from '#lib/contract/days.ts';
import type { SeasonRow } from '#lib/contract/exchange/season.ts';
import { isNear } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { betweenBatches } from '#lib/server/platform/jobs/run-job.ts';
import { regionDay } from '#lib/site.ts';

import * as queries from './queries.ts';
import { getSeason } from './service.ts';

// Enough time to book a baler, and near enough to be reliable.
const NOTICE_DAYS = 14;
// On SQLite, other writes wait for a batch.
const ALERTS_BATCH = 200;

type Alert = Awaited<ReturnType<typeof queries.listAlerts>>[number];

/** An expected amount from a town in a week. */
interface Coming extends Pick<SeasonRow, 'material'> {
  monday: string;
  town: string;
}

/** Lists the public figures of the next weeks: an alert with more detail would reveal a single field. */
async function listComing(services: Services): Promise<Coming[]> {
  const until = addDays(regionDay(services.now()), NOTICE_DAYS);
  const { weeks } = await getSeason(services, { material: null, town: null });
  return weeks
    .filter(({ monday }) => monday <= until)
    .flatMap(({ monday, rows }) =>
      rows.flatMap(({ material, town }) => (town === null ? [] : [{ monday, material, town }])),
    );
}

const isFor = (alert: Alert, { material, town }: Coming): boolean =>
  (alert.material === null || alert.material === material) && isNear(alert, town);

/** @returns the first row of each week that an alert matches */
function firstOfWeeks(alert: Alert, coming: Coming[]): (Coming & { alert: Alert })[] {
  const matching = coming.filter((each) => isFor(alert, each));
  return [...Map.groupBy(matching, ({ monday }) => monday).values()].flatMap(([first]) =>
    first ? [{ ...first, alert }] : [],
  );
}

const keyOf = (alertId: string, monday: string) => `${alertId} ${monday}`;

/** The notifications to send, by alert and week. */
type Wanted = Map<string, Coming & { alert: Alert }>;

/** Finds the weeks that alerts were not notified of yet; another server may notify them concurrently. */
async function findUnheard(db: Executor, alerts: Alert[], coming: Coming[]): Promise<Wanted> {
  const wanted: Wanted = new Map(
    alerts
      .flatMap((alert) => firstOfWeeks(alert, coming))
      .map((each) => [keyOf(each.alert.id, each.monday), each]),
  );
  const [first] = coming;
  if (!first || wanted.size === 0) return wanted;
  const ids = [...new Set([...wanted.values()].map(({ alert }) => alert.id))];
  // Weeks are sorted, so this is the earliest.
  for (const { alert_id, monday } of await queries.listHeard(db, ids, first.monday))
    wanted.delete(keyOf(alert_id, monday));
  return wanted;
}

/** Notifies the members of a batch of alerts, once per alert and week: a unique row ensures that. */
async function notifyBatch(services: Services, tx: Executor, wanted: Wanted): Promise<void> {
  const rows = [...wanted.values()].map(({ alert, monday }) => ({
    alert_id: alert.id,
    monday,
    member_id: alert.member_id,
    heard_at: services.now(),
  }));
  const heard = await queries.insertHeard(tx, rows);
  const news = heard.flatMap(({ alert_id, monday }) => wanted.get(keyOf(alert_id, monday)) ?? []);
  const groups = Map.groupBy(news, ({ monday, material, town }) => `${monday} ${material} ${town}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { monday, material, town } = first;
    const memberIds = [...new Set(group.map(({ alert }) => alert.member_id))];
    await services.notify(tx, { event: 'week_ahead', monday, material, town, memberIds });
  }
}

/**
 * Notifies members whose alerts match the next two weeks, once per alert and week. Safe on several servers at once,
 * and when a server is killed.
 */
export async function notifyOfWeeks(services: Services): Promise<void> {
  const coming = await listComing(services);
  let after: string | null = null;
  while (coming.length > 0) {
    const alerts: Alert[] = await queries.listAlerts(services.db, after, ALERTS_BATCH);
    // Before the transaction, for which other writes wait: usually all alerts were notified.
    const wanted = await findUnheard(services.db, alerts, coming);
    if (wanted.size > 0)
      await transact(services, { invalidates: [] }, (tx) => notifyBatch(services, tx, wanted));
    if (alerts.length < ALERTS_BATCH) return;
    after = alerts.at(-1)?.id ?? null;
    await betweenBatches();
  }
}
