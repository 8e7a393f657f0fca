import { addDays } from '#lib/contract/days.ts';
import { materialName, townName } from '#lib/contract/exchange/listing-choices.ts';
import { isMaterial } from '#lib/contract/exchange/materials.ts';
import type { Pickup } from '#lib/contract/exchange/pickups.ts';

// RFC 5545, 3.1: lines have at most 75 octets, and go on after a line break and a space.
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

const nameOf = (material: string): string =>
  isMaterial(material) ? materialName(material) : material;

const toDate = (day: string): string => day.replaceAll('-', '');
const toTime = (time: string): string => time.replaceAll(/[-:]|\.\d+/g, '');

/** What a calendar shows of a pickup. */
export type CalendarPickup = Pick<
  Pickup,
  'pickup_id' | 'title' | 'material' | 'role' | 'day' | 'place' | 'town' | 'updated_at' | 'status'
>;

/** How an email hands an event to a calendar (RFC 5546). */
export interface CalendarMessage {
  method: 'PUBLISH' | 'CANCEL';
  /** an email address */
  organizer: string;
}

/** @returns the lines by which a calendar knows that a later email is about the same event */
const messageLines = ({ method, organizer }: CalendarMessage): string[] => [
  `SEQUENCE:${method === 'CANCEL' ? 1 : 0}`,
  `ORGANIZER:mailto:${organizer}`,
];

/**
 * A pickup for a calendar (RFC 5545): an event of a whole day.
 * @param url of its page
 * @param message of an email
 */
export function toCalendar(pickup: CalendarPickup, url: string, message?: CalendarMessage): string {
  const { pickup_id, title, role, day, place, town, updated_at, status } = pickup;
  const where = [place, townName(town)].filter(Boolean).join(', ');
  const summary = `${role === 'giving' ? 'Give' : 'Pick up'}: ${title ?? nameOf(pickup.material)}`;
  const isOff = status === 'called_off' || status === 'declined';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Glean//Pickups//EN',
    ...(message ? [`METHOD:${message.method}`] : []),
    'BEGIN:VEVENT',
    `UID:${pickup_id}`,
    ...(message ? messageLines(message) : []),
    `DTSTAMP:${toTime(updated_at)}`,
    `DTSTART;VALUE=DATE:${toDate(day)}`,
    `DTEND;VALUE=DATE:${toDate(addDays(day, 1))}`,
    `SUMMARY:${escapeText(summary)}`,
    `LOCATION:${escapeText(where)}`,
    `URL:${url}`,
    `STATUS:${isOff ? 'CANCELLED' : status === 'requested' ? 'TENTATIVE' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return lines.map(fold).join(CRLF);
}
