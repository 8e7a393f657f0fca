// Changes appointments by the rules of `acts.ts`.
import type { AppointmentAct } from '#lib/contract/exchange/appointments.ts';
import { endTripsOf } from '#lib/server/exchange/appointments/trucks/end.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { AppointmentTable, Executor } from '#lib/server/platform/db/schema.ts';
import type { PickupNews } from '#lib/server/platform/notification-events.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { type End, isRepeated, requireAct, ruleOf } from './acts.ts';
import { factsOf, isAgreed } from './facts.ts';
import { notifyOf, otherOf } from './notify.ts';
import { updateAppointment } from './queries.ts';
import { setStandingEnded } from './standing/standing-queries.ts';
import type { Locked } from './subjects/subject.ts';
import { subjectOf } from './subjects/subjects.ts';

/** The details of a change. */
export interface Change {
  columns?: Partial<AppointmentTable>;
  /** the member who acts, blocks or leaves */
  by?: string;
  /** replaces the rule's news; null when another notification covers it */
  news?: PickupNews | null;
  /** the post that the notification opens; by default the appointment's */
  link?: string | null;
  /** the ids of later appointments that end with this one */
  more?: string[];
}

/** Applies a rule to a locked appointment: its status, what it gives back, and the notifications. */
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
  // Confirming to come as agreed is not a change.
  const isChange = rule.to !== null || rule.notifies !== null;
  const updated = isChange && { updated_at: services.now() };
  await updateAppointment(tx, appointment.id, { ...status, ...columns, ...updated });
  // Mere requests took nothing.
  if (rule.givesBack && appointment.agreed_at !== null)
    await subjectOf(appointment).giveBack(services, tx, locked);
  const isOff = rule.to === 'called_off' || rule.to === 'declined';
  if (isOff) await endTripsOf(services, tx, appointment);
  const { standing_id } = appointment;
  // A request that ends without an agreement also ends the request for further rounds.
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

/** Applies an act of the viewer to a locked appointment. Repeating it changes nothing. */
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
