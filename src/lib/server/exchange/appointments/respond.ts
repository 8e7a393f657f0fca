// A member's changes of an appointment before it takes place.
import type {
  AgreementInput,
  CallOffInput,
  PlaceInput,
} from '#lib/contract/exchange/appointments.ts';
import { isHost } from '#lib/contract/exchange/subjects.ts';
import { requirePhone } from '#lib/server/people/profile/contact-phone.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { AppointmentTable, Executor } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { isRepeated, requireAct } from './acts.ts';
import { act } from './change.ts';
import { factsOf } from './facts.ts';
import { inAppointmentTransaction, type OwnLocked } from './lock-appointment.ts';
import { subjectOf } from './subjects/subjects.ts';

// Guests see the amount left, and the free half days of machines.
const SHOWN_TO_GUESTS = { invalidates: ['posts' as const, 'season' as const] };
// The other member is waiting, so a suspended member may respond.
const ENDING = { ...SHOWN_TO_GUESTS, allowsSuspended: true };

/** Agrees: takes the amount or half day from the stock. */
async function take(ctx: Ctx, tx: Executor, locked: OwnLocked, place: string | null) {
  const { appointment } = locked;
  const subject = subjectOf(appointment);
  requireAct('agree', factsOf(ctx, appointment, locked.isOwner));
  await subject.check(tx, locked);
  await requirePhone(ctx, tx);
  const columns = { ...(await subject.take(ctx, tx, locked, place)), agreed_at: ctx.now() };
  await act(ctx, tx, locked, 'agree', { columns });
  const agreed = { ...appointment, ...columns } as typeof appointment;
  await subject.afterTaking(ctx, tx, { ...locked, appointment: agreed });
}

/** States the exact place, and notifies the other member when it has changed. */
async function statePlace(ctx: Ctx, tx: Executor, locked: OwnLocked, place: string) {
  const { appointment, isOwner } = locked;
  requireAct('place', factsOf(ctx, appointment, isOwner));
  if (place !== appointment.place) await act(ctx, tx, locked, 'place', { columns: { place } });
}

/**
 * Agrees to a request to the viewer. Agreeing again changes only the place, if another is given. Other requests for
 * the same half day wait.
 */
export const agree = (ctx: Ctx, id: string, { place }: AgreementInput): Promise<void> =>
  inAppointmentTransaction(ctx, id, SHOWN_TO_GUESTS, async (tx, locked) => {
    const { appointment, isOwner } = locked;
    if (!isRepeated('agree', appointment, { isOwner, memberId: requireViewer(ctx).id }))
      await take(ctx, tx, locked, place);
    // The owner does not state the place of a half day: the requester does.
    else if (place && isHost(appointment, isOwner)) await statePlace(ctx, tx, locked, place);
  });

/** States the exact place of an agreed appointment, as its host. */
export const setPlace = (ctx: Ctx, id: string, { place }: PlaceInput): Promise<void> =>
  inAppointmentTransaction(ctx, id, { invalidates: [], allowsSuspended: true }, (tx, locked) =>
    statePlace(ctx, tx, locked, place),
  );

/** Ends an appointment by an act of the viewer. */
const end = (
  ctx: Ctx,
  tx: Executor,
  locked: OwnLocked,
  name: 'decline' | 'call_off' | 'skip',
  columns: Partial<AppointmentTable> = {},
) => act(ctx, tx, locked, name, { columns: { ended_by: requireViewer(ctx).id, ...columns } });

/** Declines a request to the viewer. */
export const decline = (ctx: Ctx, id: string): Promise<void> =>
  inAppointmentTransaction(ctx, id, ENDING, (tx, locked) => end(ctx, tx, locked, 'decline'));

/** Calls an appointment off, or withdraws a request, until the day is over. */
export const callOff = (ctx: Ctx, id: string, { reason }: CallOffInput): Promise<void> =>
  inAppointmentTransaction(ctx, id, ENDING, (tx, locked) =>
    end(ctx, tx, locked, 'call_off', { reason }),
  );

/** Skips a round of an agreement: the other rounds go on. Repeating changes nothing. */
export const skip = (ctx: Ctx, id: string): Promise<void> =>
  inAppointmentTransaction(ctx, id, ENDING, async (tx, locked) => {
    if (locked.appointment.standing_id === null) throw new AppError('pickup_ended');
    await end(ctx, tx, locked, 'skip');
  });

/** Confirms whether the viewer still comes; a no calls the appointment off. */
export const confirm = (ctx: Ctx, id: string, isComing: boolean): Promise<void> =>
  inAppointmentTransaction(ctx, id, ENDING, async (tx, locked) => {
    const columns = { [locked.isOwner ? 'owner_coming' : 'requester_coming']: Number(isComing) };
    await act(ctx, tx, locked, 'confirm', { columns });
    if (!isComing) await end(ctx, tx, locked, 'call_off');
  });
