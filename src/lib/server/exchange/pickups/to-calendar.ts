import { addDays } from '#lib/contract/days.ts';
import { townName } from '#lib/contract/exchange/listing-choices.ts';
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

const toDate = (day: string): string => day.replaceAll('-', '');
const toTime = (time: string): string => time.replaceAll(/[-:]|\.\d+/g, '');

/**
 * A pickup for a calendar (RFC 5545): an event of a whole day.
 * @param url of its page
 */
export function toCalendar(pickup: Pickup, url: string): string {
  const { pickup_id, title, role, day, place, town, updated_at, status } = pickup;
  const where = [place, townName(town)].filter(Boolean).join(', ');
  const summary = `${role === 'giving' ? 'Give' : 'Pick up'}: ${title ?? pickup.material}`;
  const isOff = status === 'called_off' || status === 'declined';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Glean//Pickups//EN',
    'BEGIN:VEVENT',
    `UID:${pickup_id}`,
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
