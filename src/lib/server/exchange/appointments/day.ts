// The day of a pickup: the agreed one, or that of a shared truck (docs/decisions/0094-truck-days.md).
import type { Services } from '#lib/server/platform/context.ts';
import type { AmountAppointment, Executor } from '#lib/server/platform/db/schema.ts';

import { isPlanned, takesPlaceOn } from './facts.ts';
import { updateAppointment } from './queries.ts';

/** @returns the columns of a pickup that moves to another day; its members have to confirm again */
export const toMoved = ({ day }: Pick<AmountAppointment, 'day'>, to: string) => ({
  moved_to: to === day ? null : to,
  reminded_at: null,
  owner_coming: null,
  requester_coming: null,
});

/** Notifies the owner of the new day of a pickup. */
export async function notifyOfDay(
  services: Services,
  tx: Executor,
  pickup: AmountAppointment,
  news: 'truckDay' | 'ownDay',
): Promise<void> {
  const { owner_id: to, requester_id: actorId, post_id: link } = pickup;
  if (to === null) return;
  await services.notify(tx, { event: 'pickup_changed', pickup, news, to, actorId, link });
}

/** Moves a locked pickup to another day and notifies its owner, if it is agreed. @returns the changed pickup */
export async function movePickup(
  services: Services,
  tx: Executor,
  pickup: AmountAppointment,
  { to, news }: { to: string; news: 'truckDay' | 'ownDay' },
): Promise<AmountAppointment> {
  if (!isPlanned(pickup) || to === takesPlaceOn(pickup)) return pickup;
  const change = { ...toMoved(pickup, to), updated_at: services.now() };
  await updateAppointment(tx, pickup.id, change);
  const moved = { ...pickup, ...change };
  await notifyOfDay(services, tx, moved, news);
  return moved;
}
