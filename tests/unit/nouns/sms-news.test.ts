import { expect, test } from 'vitest';

import type { AppointmentAct } from '#lib/contract/exchange/appointments.ts';
import {
  materialName,
  townChoices,
  townName,
} from '#lib/contract/exchange/listings/listing-choices.ts';
import { MAX_AMOUNT } from '#lib/contract/exchange/listings/listings.ts';
import { MATERIALS } from '#lib/contract/exchange/materials/materials.ts';
import { toInternationalNumber } from '#lib/contract/phone-numbers.ts';
import { runInLanguage } from '#lib/messages/t.ts';
import { type End, ruleOf } from '#lib/server/exchange/appointments/acts.ts';
import type { Heard } from '#lib/server/notifications/channels/channel.ts';
import { planDeliveries } from '#lib/server/notifications/channels/plan-deliveries.ts';
import { countSeptets, toGsm } from '#lib/server/notifications/channels/sms/gsm.ts';
import { isSmsMessage, writeSms } from '#lib/server/notifications/channels/sms/write-sms.ts';
import type { SmsFacts } from '#lib/server/notifications/news/message.ts';
import { MESSAGES } from '#lib/server/notifications/news/messages.ts';

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
const SENT = Object.keys(MESSAGES).filter(isSmsMessage);

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
    'pickup_declined',
    'Glean: Jun Reyes said not this time: rice straw, Sat 28 Nov, Guimba. Reply STOP to end.',
  ],
  [
    'pickup_tripJoined',
    'Glean: Jun Reyes joined your truck of Sat 28 Nov, and will call you. Log in to see the stops. Reply STOP to end.',
  ],
  [
    'booking_taken',
    'Glean: Not free now: baler, Sat 28 Nov, morning, Guimba. You hear if it is free again. Reply STOP to end.',
  ],
  [
    'steward_begun',
    'Glean: Jun Reyes looks after your account now: posts and agrees for you. Not right? Tell your co-op staff. Reply STOP to end.',
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

const LONGEST_EVERY = { ...LONGEST, every: { weeks: 4, weekday: 3 } } satisfies SmsFacts;
const LONGEST_OF_EACH: (readonly [(typeof SENT)[number], SmsFacts])[] = [
  ...SENT.map((message) => [message, LONGEST] as const),
  ...(['pickup_requested', 'pickup_offered', 'pickup_ordered', 'pickup_agreed'] as const).map(
    (message) => [message, LONGEST_EVERY] as const,
  ),
  ['pickup_deleted', { ...LONGEST, more: ['a', 'b'] }],
];

test('an SMS mentions each round, and the number of several that ended', () => {
  const every = { weeks: 1, weekday: 6 } as const;
  expect(writeSms('pickup_requested', { ...FACTS, every })).toBe(
    'Glean: Jun Reyes asks for 30 bundles of rice straw, every Saturday, until one of you stops. Log in to reply. Reply STOP to end.',
  );
  expect(writeSms('pickup_deleted', { ...FACTS, more: ['a', 'b'] })).toBe(
    'Glean: Called off: 3 pickups of rice straw, the first on Sat 28 Nov. Reply STOP to end.',
  );
});

test('an SMS to a steward names the person, and shortens a long name', () => {
  expect(writeSms('pickup_agreed', { ...FACTS, person: 'Lito Bautista' })).toMatch(
    /^Glean: For Lito Bautista: Jun Reyes agreed: /,
  );
  const text = writeSms('pickup_agreed', { ...FACTS, person: 'Ñ'.repeat(60) });
  expect(text).toMatch(/^Glean: For Ñ{20}: /);
  expect(countSeptets(text)).toBeLessThanOrEqual(160);
});

test('the longest of each kind fits into one SMS, in its alphabet, with a readable name', () => {
  for (const [message, given] of LONGEST_OF_EACH) {
    const text = writeSms(message, given);
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
  // As a composed and as a decomposed character.
  ['Peña', 'Peña'],
  ['₱50 – 5 m³', 'P50 - 5 m3'],
  ['李小龍 Reyes', 'Reyes'],
  ['🌾 straw 🌾', 'straw'],
  ['ﬁve', 'five'],
])('%s becomes %s', (text, gsm) => {
  expect(toGsm(text)).toBe(gsm);
});

test('characters of the extension count twice', () => {
  expect(countSeptets('Peña @ Δ')).toBe(8);
  expect(countSeptets('[€] ~|^{}\\')).toBe(19);
});

test('a name that SMS cannot encode is omitted', () => {
  expect(writeSms('pickup_calledOff', { ...FACTS, actor: '李小龍' })).toMatch(
    /^Glean: A member called off/,
  );
});

test('only mobile numbers of the Philippines get SMS', () => {
  expect(toInternationalNumber('09171234567')).toBe('+639171234567');
  for (const phone of ['0445551234', '', '9171234567', '091712345678', '+15551234567'])
    expect(toInternationalNumber(phone)).toBeNull();
});

test('the longest of each kind fits in Filipino, too', () => {
  for (const [message, facts] of LONGEST_OF_EACH) {
    const text = runInLanguage('fil', () => writeSms(message, { ...facts, unit: 'bale' }));
    expect(toGsm(text)).toBe(text);
    expect(countSeptets(text), text).toBeLessThanOrEqual(160);
    expect(text).toMatch(/^Glean: .*Reply STOP para ihinto\.$/);
  }
});

const CHANGES = Object.keys({
  agree: 0,
  decline: 0,
  call_off: 0,
  skip: 0,
  stop: 0,
  place: 0,
  confirm: 0,
  message: 0,
  outcome: 0,
  correct: 0,
  offer_room: 0,
  set_room: 0,
  end_truck: 0,
  look: 0,
  join: 0,
  leave: 0,
  block: 0,
  postDeletion: 0,
  leaving: 0,
  unanswered: 0,
  stopped: 0,
  silence: 0,
  over: 0,
} satisfies Record<AppointmentAct | End, 0>) as (AppointmentAct | End)[];

test('changes that affect a member’s day are sent by SMS', () => {
  // Until its day, a pickup is agreed to, declined or called off.
  const ofPickups = CHANGES.map(ruleOf).flatMap(({ from, to, news }) =>
    to && news && Object.values(from).some(([first]) => first !== 'start' && first <= 0)
      ? [`pickup_${news}`]
      : [],
  );
  expect(new Set(ofPickups).size).toBeGreaterThan(4);
  // All news about a future booking or a shared truck, except offers of it, and free half days of one's own machine.
  const others = Object.keys(MESSAGES).filter((name) => /^(?:booking_|pickup_trip)/.test(name));
  expect([...ofPickups, ...others].filter((name) => !isSmsMessage(name))).toEqual([
    'pickup_tripChanged',
    'pickup_tripOffered',
    'booking_message',
    'booking_unanswered',
    'booking_lapsed',
    // For these an earlier SMS was sent.
    'booking_waiting',
    'booking_unheard',
  ]);
});

test('news that ignore quiet hours are sent by SMS, too', () => {
  const night = Date.UTC(2026, 10, 28, 14);
  const reach = {
    choices: {},
    quiet: { from: 20, until: 6 },
    hasSms: true,
    emailPressedAt: null,
    takesEmail: true,
    devices: [],
    alertsSentAt: null,
  };
  const heard = { kind: 'pickup', dedupeKey: null, day: '2026-11-28' } as const;
  const urgent = (Object.keys(MESSAGES) as Heard['message'][]).filter((message) =>
    planDeliveries({ ...heard, message }, reach, night).some(
      ({ channel, run_at }) => channel === 'email' && run_at === night,
    ),
  );
  expect(urgent.length).toBeGreaterThan(5);
  expect(urgent.filter((message) => !isSmsMessage(message))).toEqual([]);
});
