import { expect, test } from 'vitest';

import { materialName, townChoices, townName } from '#lib/contract/exchange/listing-choices.ts';
import { MAX_AMOUNT } from '#lib/contract/exchange/listings.ts';
import { MATERIALS } from '#lib/contract/exchange/materials.ts';
import { toInternationalNumber } from '#lib/contract/phone-numbers.ts';
import { runInLanguage } from '#lib/messages/t.ts';
import {
  countSeptets,
  type SmsFacts,
  toGsm,
  writeSms,
} from '#lib/server/notifications/channels/sms/sms-texts.ts';

const FACTS: SmsFacts = {
  actor: 'Jun Reyes',
  material: 'rice-straw',
  amount: 30,
  unit: 'bundle',
  day: '2026-11-28',
  town: '0304911000',
  machine: 'baler',
  half: 'morning',
};
const MESSAGES = [
  'pickup_requested',
  'pickup_offered',
  'pickup_ordered',
  'pickup_agreed',
  'pickup_calledOff',
  'pickup_ended',
  'pickup_deleted',
  'pickup_left',
  'pickup_tomorrow',
  'booking_requested',
  'booking_agreed',
  'booking_calledOff',
  'booking_left',
  'booking_freed',
] as const;

test.each([
  [
    'pickup_requested',
    'Glean: Jun Reyes asks for 30 bundles of rice straw, Sat 28 Nov, Guimba. Log in to reply. Reply STOP to end.',
  ],
  [
    'pickup_agreed',
    'Glean: Jun Reyes agreed: rice straw, Sat 28 Nov, Guimba. Log in to see where. Reply STOP to end.',
  ],
  [
    'pickup_calledOff',
    'Glean: Jun Reyes called off the pickup of rice straw on Sat 28 Nov. Reply STOP to end.',
  ],
  ['pickup_left', 'Glean: Called off: the pickup of rice straw on Sat 28 Nov. Reply STOP to end.'],
  [
    'pickup_tomorrow',
    'Glean: Tomorrow: 30 bundles of rice straw, Sat 28 Nov, Guimba. Still coming? Log in to say so. Reply STOP to end.',
  ],
  [
    'booking_requested',
    'Glean: Jun Reyes asks for your baler: Sat 28 Nov, morning, Guimba. Log in to reply. Reply STOP to end.',
  ],
  [
    'booking_freed',
    'Glean: Free again: baler, Sat 28 Nov, morning, Guimba. Your request waits. Reply STOP to end.',
  ],
] as const)('%s says who, what and when', (message, text) => {
  expect(writeSms(message, FACTS)).toBe(text);
});

const longest = <T extends string>(texts: readonly T[], nameOf: (text: T) => string) =>
  texts.toSorted((a, b) => nameOf(b).length - nameOf(a).length)[0] ?? '';

const towns = townChoices().flatMap(([, list]) => list.map(({ value }) => value));
const LONGEST: SmsFacts = {
  ...FACTS,
  actor: `${'Ñ'.repeat(50)} ${'ë'.repeat(50)}`,
  material: longest(MATERIALS, materialName),
  town: longest(towns, (code) => townName(code) ?? ''),
  amount: MAX_AMOUNT,
  unit: 'truckload',
  machine: 'chipper',
  half: 'afternoon',
};

test('the longest of each fits into one SMS, in its alphabet, with a name that can be read', () => {
  for (const message of MESSAGES) {
    const text = writeSms(message, LONGEST);
    expect(toGsm(text)).toBe(text);
    expect(countSeptets(text), text).toBeLessThanOrEqual(160);
    expect(text).toMatch(/^Glean: .*Reply STOP to end\.$/);
    expect(text).not.toMatch(/:\/\/|www|\w\.\w/);
    if (text.includes('Ñ')) expect(text).toMatch(/Ñ{8}/);
  }
});

test.each([
  ['Peña’s “big” bale…', 'Peña\'s "big" bale...'],
  ['Łukasz Şahin Ćosić', 'Lukasz Sahin Cosic'],
  // Composed and decomposed.
  ['Peña', 'Peña'],
  ['₱50 – 5 m³', 'P50 - 5 m3'],
  ['李小龍 Reyes', 'Reyes'],
  ['🌾 straw 🌾', 'straw'],
  ['ﬁve', 'five'],
])('%s becomes %s', (text, gsm) => {
  expect(toGsm(text)).toBe(gsm);
});

test('characters of the extension take two places', () => {
  expect(countSeptets('Peña @ Δ')).toBe(8);
  expect(countSeptets('[€] ~|^{}\\')).toBe(19);
});

test('a name that SMS cannot write is left out', () => {
  expect(writeSms('pickup_calledOff', { ...FACTS, actor: '李小龍' })).toMatch(
    /^Glean: A member called off/,
  );
});

test('only mobile numbers of the Philippines take SMS', () => {
  expect(toInternationalNumber('09171234567')).toBe('+639171234567');
  for (const phone of ['0445551234', '', '9171234567', '091712345678', '+15551234567'])
    expect(toInternationalNumber(phone)).toBeNull();
});

test('the longest of each fits in Filipino, too', () => {
  for (const message of MESSAGES) {
    const text = runInLanguage('fil', () => writeSms(message, { ...LONGEST, unit: 'bale' }));
    expect(toGsm(text)).toBe(text);
    expect(countSeptets(text), text).toBeLessThanOrEqual(160);
    expect(text).toMatch(/^Glean: .*Reply STOP para ihinto\.$/);
  }
});
