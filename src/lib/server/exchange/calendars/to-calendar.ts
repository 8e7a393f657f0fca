import { addDays } from '#lib/contract/days.ts';
import type { Appointment } from '#lib/contract/exchange/appointments.ts';
import { materialName, townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { halfText, machineName, workText } from '#lib/contract/exchange/machine-texts.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { t } from '#lib/messages/t.ts';
import { whatOf } from '#lib/server/exchange/appointments/what.ts';
import type { AppointmentTable } from '#lib/server/platform/db/schema.ts';
import { site } from '#lib/site.ts';

// RFC 5545, 3.1: lines have at most 75 octets; continuation lines begin with a space.
const LINE_BYTES = 75;
const CRLF = '\r\n';

/** RFC 5545, 3.3.11. */
const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);

/** Folds a line between characters. */
function fold(line: string): string {
  const lines: string[] = [''];
  for (const character of line) {
    const last = lines.at(-1) ?? '';
    const isFull = Buffer.byteLength(last + character) > LINE_BYTES;
    if (isFull) lines.push(` ${character}`);
    else lines[lines.length - 1] = last + character;
  }
  return lines.join(CRLF);
}

const toDate = (day: string): string => day.replaceAll('-', '');
const toTime = (time: string): string => time.replaceAll(/[-:]|\.\d+/g, '');

/** The fields of an appointment that a calendar shows. */
export type CalendarAppointment = Pick<
  Appointment,
  | 'appointment_id'
  | 'subject'
  | 'title'
  | 'material'
  | 'machine'
  | 'half'
  | 'amount'
  | 'unit'
  | 'role'
  | 'takes_place_on'
  | 'place'
  | 'town'
  | 'updated_at'
  | 'sequence'
  | 'status'
>;

/** A stored appointment with its post's title. */
type Row = Parameters<typeof whatOf>[0] &
  Pick<AppointmentTable, 'id' | 'town' | 'status' | 'updated_at' | 'sequence'> &
  Pick<CalendarAppointment, 'title' | 'takes_place_on'>;

/** Contains only the town: others may see a calendar, or read an email. @param isGiving the reader's role */
export const toCalendarAppointment = (row: Row, isGiving: boolean): CalendarAppointment => ({
  ...whatOf(row),
  appointment_id: row.id,
  title: row.title,
  role: isGiving ? 'giving' : 'taking',
  takes_place_on: row.takes_place_on,
  town: row.town,
  place: null,
  status: row.status,
  updated_at: new Date(row.updated_at).toISOString(),
  sequence: row.sequence,
});

/** The method by which an email passes an event to a calendar (RFC 5546). */
export interface CalendarMessage {
  method: 'PUBLISH' | 'CANCEL';
  /** an email address */
  organizer: string;
}

export interface DaysEvent {
  id: string;
  /** the first day */
  from: string;
  days: number;
  summary: string;
  where: string;
  /** the URL of its page */
  url: string;
  /** ISO 8601 */
  updatedAt: string;
  /** increases with each change: of two files, a calendar believes the higher */
  sequence?: number;
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
}

const toLines = (event: DaysEvent, message?: CalendarMessage): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.id}`,
  ...(event.sequence === undefined ? [] : [`SEQUENCE:${event.sequence}`]),
  ...(message ? [`ORGANIZER:mailto:${message.organizer}`] : []),
  `DTSTAMP:${toTime(event.updatedAt)}`,
  `DTSTART;VALUE=DATE:${toDate(event.from)}`,
  `DTEND;VALUE=DATE:${toDate(addDays(event.from, event.days))}`,
  `SUMMARY:${escapeText(event.summary)}`,
  `LOCATION:${escapeText(event.where)}`,
  `URL:${event.url}`,
  `STATUS:${event.status}`,
  'END:VEVENT',
];

/** RFC 5545, 3.8.1.11. */
const STATUSES: Record<CalendarAppointment['status'], DaysEvent['status']> = {
  requested: 'TENTATIVE',
  agreed: 'CONFIRMED',
  done: 'CONFIRMED',
  declined: 'CANCELLED',
  called_off: 'CANCELLED',
};

/** The titles of events: the material, or the machine's half day. */
const SUMMARIES: Record<CalendarAppointment['subject'], (of: CalendarAppointment) => string> = {
  amount({ title, role, material }) {
    const name = material !== null && isMaterial(material) ? materialName(material) : material;
    return t('calendar.event', { role, title: title ?? name ?? '' });
  },
  half_day: ({ machine, half, amount, unit }) =>
    `${machineName(machine ?? '')}, ${halfText(half ?? '')}: ${workText(amount ?? 0, unit ?? '')}`,
};

/** An all-day event. @param url the appointment's page */
function toEvent(
  appointment: CalendarAppointment,
  url: string,
  message?: CalendarMessage,
): string[] {
  const { appointment_id, takes_place_on: from, place, town, status } = appointment;
  const event: DaysEvent = {
    id: appointment_id,
    from,
    days: 1,
    summary: SUMMARIES[appointment.subject](appointment),
    where: [place, townName(town)].filter(Boolean).join(', '),
    url,
    updatedAt: appointment.updated_at,
    sequence: appointment.sequence,
    status: STATUSES[status],
  };
  return toLines(event, message);
}

/** @param about properties of the calendar */
const write = (about: string[], events: string[][]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Glean//Pickups//EN',
    ...about,
    ...events.flat(),
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join(CRLF);

/**
 * Writes appointments as a calendar (RFC 5545).
 * @param urlOf returns the page of an appointment
 * @param message when sent by email
 */
export const toCalendar = (
  appointments: CalendarAppointment[],
  urlOf: (id: string) => string,
  message?: CalendarMessage,
): string =>
  write(
    message ? [`METHOD:${message.method}`] : [],
    appointments.map((each) => toEvent(each, urlOf(each.appointment_id), message)),
  );

/** A calendar that programs poll. */
const writeFeed = (name: string, events: string[][]): string =>
  write([`X-WR-CALNAME:${escapeText(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H'], events);

/** Writes all-day events as a calendar feed. @param name the calendar's name */
export const toDaysCalendar = (name: string, events: DaysEvent[]): string =>
  writeFeed(
    name,
    events.map((event) => toLines(event)),
  );

/**
 * Writes appointments as a calendar feed.
 * @param urlOf returns the page of an appointment
 * @param others further events
 */
export const toCalendarFeed = (
  appointments: CalendarAppointment[],
  urlOf: (id: string) => string,
  others: DaysEvent[],
): string =>
  writeFeed(t('calendar.name', { site: site.name }), [
    ...appointments.map((each) => toEvent(each, urlOf(each.appointment_id))),
    ...others.map((event) => toLines(event)),
  ]);
