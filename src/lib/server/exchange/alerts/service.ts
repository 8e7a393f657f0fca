import type { Alert, AlertInput, AlertList } from '#lib/contract/exchange/alerts.ts';
import { materialName, townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import type { ListingSearch } from '#lib/contract/exchange/listings/listing-search.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { toId } from '#lib/contract/ids.ts';
import { MAX_ALERTS } from '#lib/contract/limits.ts';
import { formatWeekday } from '#lib/messages/format-weekday.ts';
import { t } from '#lib/messages/t.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { AlertTable, Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';

import * as alerts from './queries.ts';

/** The criteria of an alert or a search as short texts. */
export type AlertSearch = Omit<AlertInput, 'within'> & { within: number | null };

const materialOf = (material: string | null): string =>
  material !== null && isMaterial(material) ? materialName(material) : t('exchange.all_materials');

function placeOf({ town, within }: AlertSearch): string {
  const name = townName(town);
  if (!name) return t('alerts.all_towns');
  return within === null
    ? t('alerts.any_distance', { town: name })
    : t('alerts.within', { km: within, town: name });
}

/** @returns the criteria of an alert, as short texts: `Offers`, `Rice straw`, `free`, `within 25 km of Guimba` */
const alertFacts = (search: AlertSearch): string[] =>
  [
    search.kind && t('exchange.kinds', { kind: search.kind }),
    materialOf(search.material),
    search.free ? t('listing.terms', { terms: 'free' }) : null,
    placeOf(search),
  ].filter((fact) => fact !== null);

/** @returns the criteria of a search, for an alert, which is for any day */
export const toAlertSearch = ({
  kind,
  material,
  town,
  within,
  free,
}: ListingSearch): AlertSearch => ({
  kind,
  material,
  town,
  within,
  free: free !== null,
});

/** @returns all criteria of a search, as short texts */
export const searchFacts = (search: ListingSearch): string[] => [
  ...alertFacts(toAlertSearch(search)),
  ...(search.ready_by ? [t('exchange.by_day', { day: formatWeekday(search.ready_by) })] : []),
];

/** Deletes an alert; a repeated click is no error. */
const deleteOnce = (ctx: Ctx, id: string): Promise<void> =>
  deleteAlert(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'alert_not_found')) throw error;
  });

function alertId(form: URLSearchParams): string {
  const id = toId(form.get('alert_id') ?? '');
  if (!id) throw notFound('alert');
  return id;
}

/** The form actions of an alert. */
export const ALERT_ACTIONS: Record<string, (ctx: Ctx, form: URLSearchParams) => Promise<unknown>> =
  {
    delete: async (ctx, form) => deleteOnce(ctx, alertId(form)),
    pause: async (ctx, form) => pauseAlert(ctx, alertId(form), true),
    resume: async (ctx, form) => pauseAlert(ctx, alertId(form), false),
  };

function toAlert(row: AlertTable): Alert {
  const { id, kind, material, town, within_km: within } = row;
  const search = { kind, material, town, within, free: row.free === 1 };
  return {
    alert_id: id,
    ...search,
    paused: row.paused_at !== null,
    facts: alertFacts(search),
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** Without a town, a radius has no meaning. */
const normalize = ({ within, ...search }: AlertSearch): AlertSearch => ({
  ...search,
  within: search.town === null ? null : within,
});

const isSame = (a: AlertSearch, b: AlertSearch): boolean =>
  a.kind === b.kind &&
  a.material === b.material &&
  a.town === b.town &&
  a.within === b.within &&
  a.free === b.free;

/** @returns the viewer's alert with the criteria of a search, if any */
export function findAlert({ alerts: list }: AlertList, search: AlertSearch): Alert | undefined {
  const wanted = normalize(search);
  return list.find((alert) => isSame(alert, wanted));
}

/**
 * Whether a search can be saved as an alert, or its alert resumed. @param list null for a guest, who has to log in
 * first
 */
export function canSaveAlert(list: AlertList | null, saved: Alert | null | undefined): boolean {
  if (saved) return saved.paused;
  return list === null || list.alerts.length < MAX_ALERTS;
}

function toRow(
  { now }: Ctx,
  member_id: string,
  { kind, material, town, within, free }: AlertSearch,
): AlertTable {
  const search = { kind, material, town, within_km: within, free: Number(free) };
  return { id: newId(), member_id, ...search, paused_at: null, created_at: now() };
}

/** Lists the viewer's alerts, newest first. */
export async function listAlerts(ctx: Ctx): Promise<AlertList> {
  const rows = await alerts.listAlerts(ctx.db, requireViewer(ctx).id);
  return { alerts: rows.map(toAlert) };
}

export const LIMITS = defineLimits({
  changeAlert: { what: "a member's changes of alerts", points: 60, seconds: 600 },
});

/** Runs a transaction that changes the viewer's alerts. */
async function changeAlerts<T>(
  ctx: Ctx,
  work: (tx: Executor, memberId: string) => Promise<T>,
): Promise<T> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.changeAlert, id);
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx);
    return work(tx, id);
  });
}

/**
 * Saves a search of the exchange as the viewer's alert. Saving it again resumes the alert.
 * @returns also whether the alert is new
 */
export async function saveAlert(
  ctx: Ctx,
  search: AlertSearch,
): Promise<{ alert: Alert; isNew: boolean }> {
  if (search.town !== null && !isTown(search.town)) throw fieldError('town', 'town_invalid');
  return changeAlerts(ctx, async (tx, memberId) => {
    const own = { alerts: (await alerts.listAlerts(tx, memberId)).map(toAlert) };
    const same = findAlert(own, search);
    if (same) {
      await alerts.setPaused(tx, { id: same.alert_id, member_id: memberId }, null);
      return { alert: { ...same, paused: false }, isNew: false };
    }
    if (own.alerts.length >= MAX_ALERTS) throw new AppError('too_many_alerts');
    const row = toRow(ctx, memberId, normalize(search));
    await alerts.insertAlert(tx, row);
    return { alert: toAlert(row), isNew: true };
  });
}

/** Pauses or resumes the viewer's alert; repeating changes nothing. */
export function pauseAlert(ctx: Ctx, id: string, paused: boolean): Promise<Alert> {
  return changeAlerts(ctx, async (tx, member_id) => {
    const row = await alerts.setPaused(tx, { id, member_id }, paused ? ctx.now() : null);
    if (!row) throw notFound('alert');
    return toAlert(row);
  });
}

export async function deleteAlert(ctx: Ctx, id: string): Promise<void> {
  await changeAlerts(ctx, async (tx, member_id) => {
    if (!(await alerts.deleteAlert(tx, { id, member_id }))) throw notFound('alert');
  });
}
