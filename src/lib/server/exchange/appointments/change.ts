// Every change of an appointment, as its table says (`acts.ts`).
import type { AppointmentAct } from '#lib/contract/exchange/appointments.ts';
import { endTripsOf } from '#lib/server/exchange/appointments/trucks/end.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/platform/context.ts';
import type { AppointmentTable, Executor } from '#lib/server/platform/db/schema.ts';
import type { PickupNews } from '#lib/server/platform/notification-events.ts';

import { type End, isRepeated, requireAct, ruleOf } from './acts.ts';
import { factsOf, isAgreed } from './facts.ts';
import { notifyOf, otherOf } from './notify.ts';
import { updateAppointment } from './queries.ts';
import { setStandingEnded } from './standing-queries.ts';
import type { Locked } from './subjects/subject.ts';
import { subjectOf } from './subjects/subjects.ts';

/** What comes with a change of an appointment. */
export interface Change {
  columns?: Partial<AppointmentTable>;
  /** who of the two acts, blocks or leaves */
  by?: string;
  /** instead of the table's; null when another notice is of it, too */
  news?: PickupNews | null;
  /** where the notification leads to; the post by default */
  link?: string | null;
  /** the ids of later ones that end with it */
  more?: string[];
}

/** Changes a locked appointment as its table says: its status, what it gives back, and who is notified. */
export async function changeAppointment(
  services: Services & Partial<Ctx>,
  tx: Executor,
  locked: Locked,
  name: AppointmentAct | End,
  { columns, by, news, ...about }: Change = {},
): Promise<void> {
  const { appointment } = locked;
  const rule = ruleOf(name);
  const status = rule.to && { status: rule.to };
  // That one is coming, as agreed, is no change.
  const isChange = rule.to !== null || rule.notifies !== null;
  const updated = isChange && { updated_at: services.now() };
  await updateAppointment(tx, appointment.id, { ...status, ...columns, ...updated });
  // What is only requested took nothing.
  if (rule.givesBack && appointment.agreed_at !== null)
    await subjectOf(appointment).giveBack(services, tx, locked);
  const isOff = rule.to === 'called_off' || rule.to === 'declined';
  if (isOff) await endTripsOf(services, tx, appointment);
  const { standing_id } = appointment;
  // What was never agreed is requested for no further round either.
  if (isOff && !isAgreed(appointment) && standing_id !== null)
    await setStandingEnded(tx, standing_id, { by: by ?? null, now: services.now() });
  const notice = news === undefined ? rule.news : news;
  if (rule.notifies === null || notice === null) return;
  const { owner_id, requester_id } = appointment;
  const to = rule.notifies === 'requester' ? requester_id : otherOf(appointment, by ?? null);
  const after = { ...appointment, ...columns } as typeof appointment;
  await notifyOf(services, tx, after, { to, news: notice, ...about });
  if (rule.ownersNews)
    await notifyOf(services, tx, after, { to: owner_id, news: rule.ownersNews, by: requester_id });
}

/** Changes a locked appointment by an act of the viewer's. Repeating it changes nothing. */
export async function act(
  ctx: Ctx,
  tx: Executor,
  locked: Locked & { isOwner: boolean },
  name: AppointmentAct,
  change: Omit<Change, 'by'> = {},
): Promise<void> {
  const { appointment, isOwner } = locked;
  const { id: by } = requireViewer(ctx);
  if (isRepeated(name, appointment, { isOwner, memberId: by })) return;
  requireAct(name, factsOf(ctx, appointment, isOwner));
  await changeAppointment(ctx, tx, locked, name, { ...change, by });
}
