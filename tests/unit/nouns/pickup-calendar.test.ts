import { expect, test } from 'vitest';

import type { Appointment } from '#lib/contract/exchange/appointments.ts';
import { toCalendar } from '#lib/server/exchange/calendars/to-calendar.ts';

const PICKUP: Appointment = {
  appointment_id: '01a20000-0000-7000-8000-000000000000',
  subject: 'amount',
  post_id: null,
  picture: null,
  title: 'Straw; dry, free\nand “bright”, long enough that the line must be folded somewhere',
  role: 'taking',
  is_owner: false,
  status: 'agreed',
  material: 'rice-straw',
  amount: 4,
  unit: 'bale',
  machine: null,
  half: null,
  price_centavos: null,
  is_taken: false,
  town: '0304911000',
  day: '2026-11-30',
  takes_place_on: '2026-11-30',
  vehicle: null,
  note: null,
  reason: null,
  account: null,
  record: null,
  requester_town: null,
  distance_km: null,
  phone: null,
  place: 'Behind the chapel',
  is_coming: null,
  has_outcome: false,
  kg: null,
  reports: null,
  standing: null,
  truck: null,
  acts: [],
  sequence: 0,
  created_at: '2026-11-23T01:02:03.456Z',
  updated_at: '2026-11-23T01:02:03.456Z',
};

test('a pickup is an all-day event, with folded lines and escaped texts', () => {
  const text = toCalendar([PICKUP], () => 'https://glean.example/exchange/pickups/1');
  const lines = text.split('\r\n');
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTAMP:20261123T010203Z',
      'DTSTART;VALUE=DATE:20261130',
      'DTEND;VALUE=DATE:20261201',
      String.raw`LOCATION:Behind the chapel\, Guimba`,
      'STATUS:CONFIRMED',
    ]),
  );
  expect(text.replaceAll('\r\n ', '')).toContain(
    String.raw`SUMMARY:Pick up: Straw\; dry\, free\nand “bright”\, long`,
  );
});

test('a cancelled pickup leaves the calendar', () => {
  expect(toCalendar([{ ...PICKUP, status: 'called_off' }], () => '')).toContain('STATUS:CANCELLED');
});
