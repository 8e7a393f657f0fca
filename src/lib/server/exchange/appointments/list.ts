// The lists of a member's appointments.
import type {
  Appointment,
  AppointmentPage,
  AppointmentQuery,
  Listed,
} from '#lib/contract/exchange/appointments.ts';
import { daysToCome } from '#lib/server/exchange/stock/parts-of-days.ts';
import { withoutHidden } from '#lib/server/people/stewards/without-hidden.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

import { toAppointments } from './appointment.ts';
import { isPlanned, isRequested, takesPlaceOn } from './facts.ts';
import * as own from './own-queries.ts';
import * as pressing from './pressing-queries.ts';

type Row = own.AppointmentRow;

const CURSORS: Record<AppointmentQuery['state'], (row: Row) => string> = {
  open: (row) => `${takesPlaceOn(row)}.${row.id}`,
  standing: (row) => `${takesPlaceOn(row)}.${row.id}`,
  ended: ({ id }) => id,
};

function listRows(ctx: Ctx, list: AppointmentQuery): Promise<Row[]> {
  const { id: memberId } = requireViewer(ctx);
  if (list.state === 'ended') return own.listEnded(ctx.db, memberId, withLookahead(list));
  const [day, id] = list.cursor?.split('.') ?? [];
  const after = day && id ? { day, id } : null;
  const { limit } = withLookahead(list);
  const isStanding = list.state === 'standing';
  return own.listOpen(ctx.db, memberId, { isStanding, after, limit });
}

/** Removes appointments with members whom a block separates from the acting steward. */
const withoutBlocked = (ctx: Ctx, rows: Row[]): Promise<Row[]> =>
  withoutHidden(ctx, rows, ({ owner_id, requester_id }) => [owner_id, requester_id]);

/** Lists the viewer's appointments, both giving and taking. */
export async function listAppointments(ctx: Ctx, list: AppointmentQuery): Promise<AppointmentPage> {
  const { items, nextCursor } = toPage(await listRows(ctx, list), list.limit, CURSORS[list.state]);
  return { appointments: await toAppointments(ctx, await withoutBlocked(ctx, items)), nextCursor };
}

// The page of pickups has the rest.
const MAX_PRESSING = 20;

/** What is agreed, and what others request. */
interface Pressing {
  /** agreed appointments from today on, next first */
  agreed: Appointment[];
  /** requests to the viewer, next first */
  requests: Appointment[];
  /** the number of all requests */
  count: number;
}

/** Lists what is agreed, and requests to the viewer, from today on. */
export async function listPressing(ctx: Ctx): Promise<Pressing> {
  const of = { memberId: requireViewer(ctx).id, from: regionDay(ctx.now()) };
  const rows = await pressing.listAgreedOrRequested(ctx.db, of, MAX_PRESSING);
  const shown = await withoutBlocked(ctx, rows);
  const found = rows.filter(isRequested).length;
  // Usually there are fewer.
  const count = found < MAX_PRESSING ? found : await pressing.countRequests(ctx.db, of);
  const hidden = found - shown.filter(isRequested).length;
  const appointments = await toAppointments(ctx, shown);
  return {
    agreed: appointments.filter(isPlanned),
    requests: appointments.filter(isRequested),
    count: count - hidden,
  };
}

/** Counts the appointments that wait for an action of the viewer; 0 for a guest. */
export const countToDo = async ({ viewer, db, now }: Ctx): Promise<number> =>
  viewer
    ? pressing.countToDo(db, {
        memberId: viewer.id,
        today: regionDay(now()),
        ...daysToCome({ now }),
      })
    : 0;

/** Open appointments, by whom they wait for. */
export interface Appointments {
  /** requests to the viewer, and outcomes to report */
  toRespond: Listed[];
  /** agreed appointments, next first */
  next: Listed[];
  /** requests by the viewer */
  waiting: Listed[];
  nextCursor: string | null;
}

/** Appointments without a half day come first. */
const HALVES = [null, 'day', 'morning', 'afternoon'];

const byMoment = (a: Listed, b: Listed): number =>
  a.appointment.takes_place_on.localeCompare(b.appointment.takes_place_on, 'en') ||
  HALVES.indexOf(a.appointment.half) - HALVES.indexOf(b.appointment.half);

/** Whether the viewer should report the outcome: from the day after, as in `countToDo`. */
const isToReport = ({ acts, has_outcome, takes_place_on }: Appointment, today: string): boolean =>
  acts.includes('outcome') && !has_outcome && takes_place_on < today;

function groupOf({ appointment }: Listed, today: string): keyof Omit<Appointments, 'nextCursor'> {
  const { acts, is_taken } = appointment;
  const isQuestion = acts.includes('agree') && !is_taken;
  if (isQuestion || isToReport(appointment, today)) return 'toRespond';
  return isRequested(appointment) ? 'waiting' : 'next';
}

/** Groups the appointments of an agreement for each round under the next one. */
function foldRounds(appointments: Appointment[], today: string): Listed[] {
  const keyOf = (each: Appointment): string =>
    isPlanned(each) && each.standing && each.takes_place_on >= today
      ? each.standing.standing_id
      : each.appointment_id;
  return [...Map.groupBy(appointments, keyOf).values()].flatMap(([appointment, ...later]) =>
    appointment ? [{ appointment, later }] : [],
  );
}

// Only a hub has more.
const FIRST = 50;

/** Lists the viewer's open appointments, by whom they wait for. */
export async function listOpen(
  ctx: Ctx,
  { cursor }: Pick<AppointmentQuery, 'cursor'>,
): Promise<Appointments> {
  const today = regionDay(ctx.now());
  const page = await listAppointments(ctx, { state: 'open', cursor, limit: FIRST });
  const listed = foldRounds(page.appointments, today).toSorted(byMoment);
  const groups = Map.groupBy(listed, (each) => groupOf(each, today));
  const of = (group: keyof Omit<Appointments, 'nextCursor'>) => groups.get(group) ?? [];
  return {
    toRespond: of('toRespond'),
    next: of('next'),
    waiting: of('waiting'),
    nextCursor: page.nextCursor,
  };
}

/** Lists closed appointments, latest first. */
export async function listPast(ctx: Ctx, list: AppointmentQuery) {
  const { appointments, nextCursor } = await listAppointments(ctx, list);
  const listed: Listed[] = appointments.map((appointment) => ({ appointment, later: [] }));
  return { past: listed.toSorted(byMoment).toReversed(), nextCursor };
}
