// The calendar feed of a member's appointments and trucks: calendar programs cannot log in
// (docs/decisions/0083-feeds.md).
import { addDays } from '#lib/contract/days.ts';
import { toId } from '#lib/contract/ids.ts';
import { ACCOUNT_EXCHANGE_PATH, calendarPath, pickupPath } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';
import { changedAt, toNear } from '#lib/server/exchange/appointments/trucks/near.ts';
import { listForCalendar as listTrips } from '#lib/server/exchange/appointments/trucks/queries.ts';
import {
  type CalendarAppointment,
  toCalendarAppointment,
  toCalendarFeed,
} from '#lib/server/exchange/calendars/to-calendar.ts';
import { findCredentials } from '#lib/server/people/credentials/queries.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { type Email, keyMadeEmail } from '#lib/server/platform/email/email.ts';
import { enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';
import { notFound, unauthenticated } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay, site } from '#lib/site.ts';

import { toTripEvent } from './events.ts';
import * as calendars from './queries.ts';

export const LIMITS = defineLimits({
  readCalendar: { what: "readings of a member's calendar", points: 120, seconds: 3600 },
  // Each sends an email.
  makeCalendar: { what: "a member's new addresses of their calendar", points: 20, seconds: 86_400 },
});

const PAST_DAYS = 30;
const DAY_MS = 86_400_000;

/** @returns the URL of the viewer's calendar feed; null without one */
export async function findCalendarUrl(ctx: Ctx): Promise<string | null> {
  const found = await calendars.findCalendarOf(ctx.db, requireViewer(ctx).id);
  if (!found) return null;
  const { id } = found;
  return ctx.config.publicUrl + calendarPath(`${id}-${ctx.secrets.sign('calendar', id)}`);
}

async function changeCalendar(
  ctx: Ctx,
  change: (tx: Executor, memberId: string) => Promise<unknown>,
): Promise<void> {
  const { id } = requireViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await change(tx, id);
  });
}

/** Contains no URL: anyone who reads the email could use it. */
const calendarMadeEmail = (to: Email['to'], origin: string): Email =>
  keyMadeEmail(to, {
    subject: t('email.calendar_subject', { site: site.name }),
    what: t('email.calendar'),
    notYou: t('email.calendar_not_you', {
      email: site.contactEmail,
      url: origin + ACCOUNT_EXCHANGE_PATH,
    }),
  });

/** Creates the URL of the viewer's calendar feed, and queues an email about it: an earlier URL stops working. */
export async function makeCalendar(ctx: Ctx): Promise<void> {
  await ctx.limits.consume(LIMITS.makeCalendar, requireViewer(ctx).id);
  await changeCalendar(ctx, async (tx, member_id) => {
    await calendars.replaceCalendar(tx, { id: newId(), member_id, created_at: ctx.now() });
    const member = await findCredentials(tx, 'id', member_id);
    if (!member) throw unauthenticated();
    const write = (to: Email['to']) => calendarMadeEmail(to, ctx.config.publicUrl);
    await enqueueEmailTo(ctx, tx, member, write, DAY_MS);
  });
}

/** Removes the URL of the viewer's calendar feed; repeating changes nothing. */
export const removeCalendar = (ctx: Ctx): Promise<void> =>
  changeCalendar(ctx, calendars.deleteCalendar);

const ID_LENGTH = 36;

/** @returns the id of the calendar if this site signed the token, or null */
function readToken({ secrets }: Services, token: string): string | null {
  const [id, rest] = [token.slice(0, ID_LENGTH), token.slice(ID_LENGTH)];
  const isSigned = rest.startsWith('-') && secrets.verify('calendar', id, rest.slice(1));
  return isSigned ? toId(id) : null;
}

type Row = Awaited<ReturnType<typeof calendars.listForCalendar>>[number];

const toAppointment = (row: Row, memberId: string): CalendarAppointment =>
  toCalendarAppointment(row, (row.kind === 'need') !== (row.owner_id === memberId));

/** Lists the trucks that a member shares, without duplicates: the loads on them are separate appointments. */
const listTrucks = async ({ db, config }: Ctx, memberId: string, from: string) =>
  (await listTrips(db, memberId, from)).map((row) =>
    toTripEvent(config.publicUrl, {
      ...toNear(row),
      updated_at: changedAt(row),
      sequence: row.sequence,
    }),
  );

/** Reads the appointments and trucks of a calendar feed: from the last 30 days on. */
export async function readCalendar(ctx: Ctx, token: string): Promise<string> {
  const id = readToken(ctx, token);
  const found = id === null ? undefined : await calendars.findCalendar(ctx.db, id);
  if (!found) throw notFound('calendar');
  await ctx.limits.consume(LIMITS.readCalendar, found.member_id);
  const from = addDays(regionDay(ctx.now()), -PAST_DAYS);
  const rows = await calendars.listForCalendar(ctx.db, found.member_id, from);
  const appointments = rows.map((row) => toAppointment(row, found.member_id));
  const trucks = await listTrucks(ctx, found.member_id, from);
  return toCalendarFeed(appointments, (each) => ctx.config.publicUrl + pickupPath(each), trucks);
}
