// What a member's lists of appointments show.
import type {
  Appointment,
  AppointmentPage,
  AppointmentQuery,
  Listed,
} from '#lib/contract/exchange/appointments.ts';
import { daysToCome } from '#lib/server/exchange/stock/parts-of-days.ts';
import { withoutHidden } from '#lib/server/people/stewards/without-hidden.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
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

/** Takes out what a steward has nothing to do with. */
const withoutBlocked = (ctx: Ctx, rows: Row[]): Promise<Row[]> =>
  withoutHidden(ctx, rows, ({ owner_id, requester_id }) => [owner_id, requester_id]);

/** Lists the viewer's appointments, giving and taking. */
export async function listAppointments(ctx: Ctx, list: AppointmentQuery): Promise<AppointmentPage> {
  const { items, nextCursor } = toPage(await listRows(ctx, list), list.limit, CURSORS[list.state]);
  return { appointments: await toAppointments(ctx, await withoutBlocked(ctx, items)), nextCursor };
}

// More are on the page of pickups.
const MAX_PRESSING = 20;

/** Lists what the viewer has agreed on from today on, the next first. */
export async function listAgreed(ctx: Ctx, limit = MAX_PRESSING): Promise<Appointment[]> {
  const { id } = requireViewer(ctx);
  const rows = await pressing.listAgreedFrom(ctx.db, id, regionDay(ctx.now()), limit);
  return toAppointments(ctx, await withoutBlocked(ctx, rows));
}

/** What others ask of a member. */
interface Requests {
  /** the next ones */
  requests: Appointment[];
  /** of all */
  count: number;
}

/** Lists what others ask of the viewer, the next first. @param postId null for all of their posts */
export async function listRequests(ctx: Ctx, postId: string | null): Promise<Requests> {
  const { id } = requireViewer(ctx);
  const requests = { ownerId: id, from: regionDay(ctx.now()), postId };
  const rows = await pressing.listRequests(ctx.db, requests, MAX_PRESSING);
  // Nearly always there are fewer.
  const count =
    rows.length < MAX_PRESSING ? rows.length : await pressing.countRequests(ctx.db, requests);
  const shown = await withoutBlocked(ctx, rows);
  return {
    requests: await toAppointments(ctx, shown),
    count: count - (rows.length - shown.length),
  };
}

/** Counts the appointments in which the viewer has something to do; 0 for a guest. */
export const countToDo = async ({ viewer, db, now }: Ctx): Promise<number> =>
  viewer
    ? pressing.countToDo(db, {
        memberId: viewer.id,
        today: regionDay(now()),
        ...daysToCome({ now }),
      })
    : 0;

/** What waits for whom. */
export interface Appointments {
  /** a question to the viewer, or how it went */
  toRespond: Listed[];
  /** agreed, the next first */
  next: Listed[];
  /** questions of the viewer */
  waiting: Listed[];
  nextCursor: string | null;
}

/** What is of no half day comes first. */
const HALVES = [null, 'day', 'morning', 'afternoon'];

const byMoment = (a: Listed, b: Listed): number =>
  a.appointment.takes_place_on.localeCompare(b.appointment.takes_place_on, 'en') ||
  HALVES.indexOf(a.appointment.half) - HALVES.indexOf(b.appointment.half);

/** Whether the viewer is to say how it went: from the day after on, as `countToDo`. */
const isToReport = ({ acts, has_outcome, takes_place_on }: Appointment, today: string): boolean =>
  acts.includes('outcome') && !has_outcome && takes_place_on < today;

function groupOf({ appointment }: Listed, today: string): keyof Omit<Appointments, 'nextCursor'> {
  const { acts, is_taken } = appointment;
  const isQuestion = acts.includes('agree') && !is_taken;
  if (isQuestion || isToReport(appointment, today)) return 'toRespond';
  return isRequested(appointment) ? 'waiting' : 'next';
}

/** Of what is agreed for each round, the next stands for those after it. */
function foldRounds(appointments: Appointment[], today: string): Listed[] {
  const keyOf = (each: Appointment): string =>
    isPlanned(each) && each.standing && each.takes_place_on >= today
      ? each.standing.standing_id
      : each.appointment_id;
  return [...Map.groupBy(appointments, keyOf).values()].flatMap(([appointment, ...later]) =>
    appointment ? [{ appointment, later }] : [],
  );
}

// A member has fewer, but for a hub.
const FIRST = 50;

/** Lists the viewer's appointments that have not ended, by what they wait for. */
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

/** Lists those that have ended, the last first. */
export async function listPast(ctx: Ctx, list: AppointmentQuery) {
  const { appointments, nextCursor } = await listAppointments(ctx, list);
  const listed: Listed[] = appointments.map((appointment) => ({ appointment, later: [] }));
  return { past: listed.toSorted(byMoment).toReversed(), nextCursor };
}
