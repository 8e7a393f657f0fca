// The calendar events in emails.
import { pickupPath } from '#lib/contract/paths.ts';
import { listAgreedOf } from '#lib/server/exchange/appointments/standing/standing-queries.ts';
import { toCalendar, toCalendarAppointment } from '#lib/server/exchange/calendars/to-calendar.ts';
import { listAppointments } from '#lib/server/notifications/channels/facts-queries.ts';
import type { News } from '#lib/server/notifications/channels/facts.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { site } from '#lib/site.ts';

/** @returns the ids of the appointments in the email */
async function listIdsOf(
  { db }: Services,
  { appointment, details: { every, more = [] } }: News,
): Promise<string[]> {
  if (!appointment) return [];
  const { id, standing_id } = appointment;
  return every && standing_id !== null ? listAgreedOf(db, standing_id) : [id, ...more];
}

/** The events of appointments for the recipient's calendar. */
export async function calendarOf(services: Services, news: News): Promise<Pick<Email, 'calendar'>> {
  const method = news.message?.calendar;
  if (!method) return {};
  const all = await listAppointments(services.db, await listIdsOf(services, news));
  // A stopped agreement may leave some appointments unchanged.
  const status = method === 'PUBLISH' ? 'agreed' : 'called_off';
  const events = all
    .filter((each) => each.status === status)
    .map((each) => toCalendarAppointment(each, news.pickup?.isGiving ?? false));
  if (events.length === 0) return {};
  const urlOf = (id: string) => `${services.config.publicUrl}${pickupPath(id)}`;
  // RFC 5546, 3.2.5: all events of a CANCEL have the same UID, so there is one part per event.
  const parts = method === 'CANCEL' ? events.map((event) => [event]) : [events];
  const organizer = site.contactEmail;
  const files = parts.map((part) => toCalendar(part, urlOf, { method, organizer }));
  return { calendar: { method, files } };
}
