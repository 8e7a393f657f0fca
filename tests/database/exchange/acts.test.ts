// Every cell of the table of acts, by subject, state, moment and side. Listed acts succeed; all others are rejected and
// change nothing.
import { expect, test } from 'vitest';

import {
  actsOf,
  agreeTo,
  appointmentOf,
  callOff,
  decline,
  report,
} from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { book, openMachineStage } from '#tests/support/nouns/machines.ts';
import {
  ask,
  openPickupStage,
  pathOf,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { CABANATUAN, offer } from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const TAKEN = { result: 'taken', kg: 60 };
const AHEAD = 2;

/** Days from the appointment's own, at an hour. */
const MOMENTS = {
  'the day before': [-1, 20],
  'its morning': [0, 9],
  'its noon': [0, 12],
  'the day after': [1, 9],
  'its last day of reports': [14, 20],
  'the day after these': [15, 9],
} as const;
type Moment = keyof typeof MOMENTS;

/** Each act with what it sends. */
const ACTS = {
  agree: {},
  decline: {},
  call_off: { reason: 'Rain' },
  place: { place: 'Behind the chapel' },
  confirm: { is_coming: true },
  message: { content: 'On my way', idempotency_key: '0198c0de-0000-7000-8000-00000000beef' },
  outcome: TAKEN,
  correct: { result: 'taken', kg: 55 },
  offer_room: { amount: 5, unit: 'sack' },
  set_room: { amount: 3 },
  end_truck: {},
  look: {},
  join: { trip_id: '0198c0de-0000-7000-8000-00000000beef', amount: 1 },
  leave: {},
} as const;
type Act = keyof typeof ACTS;

const PATHS: Partial<Record<Act, string>> = {
  call_off: 'call-off',
  message: 'messages',
  correct: 'outcome',
  offer_room: 'offer-room',
  set_room: 'set-room',
  end_truck: 'end-truck',
};

interface Pair {
  stage: PickupStage;
  path: string;
  owner: MemberBrowser;
  requester: MemberBrowser;
}

/** Brings an appointment into a state; `late` runs on its day. */
interface State {
  early: (pair: Pair) => Promise<unknown>;
  late?: (pair: Pair) => Promise<unknown>;
}

const nothing = async () => {};
const agree = ({ owner, path }: Pair) => agreeTo(owner, path);
const reportBoth =
  (kg: number) =>
  async ({ owner, requester, path }: Pair) => {
    requireOk(await report(owner, path, TAKEN));
    requireOk(await report(requester, path, { result: 'taken', kg }));
  };

/** Agrees, then performs an act about a truck. */
const agreeAnd = (act: Act, body: object) => async (pair: Pair) => {
  await agree(pair);
  requireOk(await pair.requester.post(`${pair.path}/${PATHS[act] ?? act}`, body));
};

/** Agrees, and joins the truck of another requester on the same day. */
async function ride(pair: Pair): Promise<void> {
  const { stage } = pair;
  const browser = await withPhone(stage.site);
  const path = await askForAmount(stage, browser);
  await agreeTo(stage.owner, path);
  const trip = await offer({ browser, path, id: '' });
  await agreeAnd('join', { trip_id: trip.trip_id, amount: 1 })(pair);
}

const STATES = {
  requested: { early: nothing },
  declined: { early: ({ owner, path }) => decline(owner, path) },
  'called off': { early: ({ requester, path }) => callOff(requester, path) },
  agreed: { early: agree },
  looking: { early: agreeAnd('look', {}) },
  driving: { early: agreeAnd('offer_room', ACTS.offer_room) },
  riding: { early: ride },
  reported: { early: agree, late: ({ requester, path }) => report(requester, path, TAKEN) },
  differing: { early: agree, late: reportBoth(40) },
  done: { early: agree, late: reportBoth(60) },
} satisfies Record<string, State>;
type StateName = keyof typeof STATES;

type Cell = [owner: string, requester: string];
const none: Cell = ['', ''];
const same = (acts: string): Cell => [acts, acts];

/** What the two may do with what is agreed, by what the requester may do about a truck. */
const agreedWith = (truck: string): Partial<Record<Moment, Cell>> => ({
  'the day before': ['call_off place confirm message', `call_off confirm message ${truck}`],
  'its morning': [
    'call_off place confirm message outcome',
    `call_off confirm message outcome ${truck}`,
  ],
  'the day after': same('message outcome'),
  'the day after these': none,
});

/** The possible acts, written by hand; a missing moment is like the one before it. */
const AMOUNT: Record<StateName, Partial<Record<Moment, Cell>>> = {
  requested: {
    'the day before': ['agree decline call_off message', 'call_off message look join'],
    'the day after': none,
  },
  declined: { 'the day before': none },
  'called off': { 'the day before': none },
  agreed: agreedWith('offer_room look join'),
  looking: agreedWith('offer_room join leave'),
  driving: agreedWith('set_room end_truck'),
  riding: agreedWith('leave'),
  reported: { 'its morning': same('message outcome'), 'the day after these': none },
  differing: { 'its morning': same('message correct'), 'the day after these': none },
  done: { 'its morning': same('message'), 'the day after these': none },
};

const isEarly = (moment: Moment): boolean => MOMENTS[moment][0] < 0;

const AFTERNOON: typeof AMOUNT = {
  requested: {
    'the day before': ['agree decline call_off message', 'call_off message'],
    'the day after': none,
  },
  declined: { 'the day before': none },
  'called off': { 'the day before': none },
  agreed: {
    'the day before': ['call_off confirm message', 'call_off place confirm message'],
    'the day after': same('message'),
    'the day after these': none,
  },
  looking: {},
  driving: {},
  riding: {},
  reported: {},
  differing: {},
  done: {},
};
const MORNING: typeof AMOUNT = {
  ...AFTERNOON,
  requested: { ...AFTERNOON.requested, 'its noon': same('call_off message') },
};

type Ask = (stage: PickupStage, requester: MemberBrowser) => Promise<string>;

const askForAmount: Ask = async (stage, requester) =>
  pathOf(
    await ask(stage, requester, {
      day: dayAfter(stage.site, AHEAD),
      amount: 1,
      town: CABANATUAN,
    }),
  );

const askForHalf =
  (half: 'morning' | 'afternoon'): Ask =>
  (stage, requester) =>
    book(stage, requester, { day: dayAfter(stage.site, AHEAD), half });

const SUBJECTS = {
  'an amount': [
    (site: Site) => openPickupStage(site, { amount: 50, unit: 'sack' }),
    askForAmount,
    AMOUNT,
  ],
  'a morning': [openMachineStage, askForHalf('morning'), MORNING],
  'an afternoon': [openMachineStage, askForHalf('afternoon'), AFTERNOON],
} as const;
type Subject = keyof typeof SUBJECTS;

/** The cell at a moment, or at the last one before it. */
function cellOf(table: typeof AMOUNT, state: StateName, moment: Moment): Cell | undefined {
  const moments = Object.keys(MOMENTS) as Moment[];
  const until = moments.slice(0, moments.indexOf(moment) + 1).toReversed();
  const found = until.find((each) => table[state][each]);
  return found && table[state][found];
}

const send = (browser: MemberBrowser, path: string, act: Act) =>
  browser.post(`${path}/${PATHS[act] ?? act}`, ACTS[act]);

/** Creates appointments in one state, and advances the clock to the moment. */
async function openAt(subject: Subject, moment: Moment, states: StateName[]): Promise<Pair[]> {
  const site = await openSite();
  site.advanceTo(8);
  const [open, askFor] = SUBJECTS[subject];
  const pairs: Pair[] = [];
  const late: State['late'][] = [];
  for (const name of states) {
    const state: State = STATES[name];
    const stage = await open(site);
    const requester = await withPhone(site);
    const path = await askFor(stage, requester);
    const pair = { stage, path, owner: stage.owner, requester };
    await state.early(pair);
    late.push(state.late);
    pairs.push(pair);
  }
  const [days, hour] = MOMENTS[moment];
  if (days >= 0) {
    site.advanceClock(AHEAD * DAY);
    for (const [nth, pair] of pairs.entries()) await late[nth]?.(pair);
    site.advanceClock(days * DAY);
  } else site.advanceClock((AHEAD + days) * DAY);
  site.advanceTo(hour);
  return pairs;
}

const listOf = (acts: string): string[] => acts.split(' ').filter(Boolean);
const ALL = Object.keys(ACTS) as Act[];

for (const subject of Object.keys(SUBJECTS) as Subject[])
  for (const moment of Object.keys(MOMENTS) as Moment[]) {
    const [, , table] = SUBJECTS[subject];
    const states = (Object.keys(STATES) as StateName[]).filter(
      (state) => cellOf(table, state, moment) && !(isEarly(moment) && 'late' in STATES[state]),
    );

    test(`${subject}, ${moment}: what is listed is what the table says, and nothing else is taken`, async () => {
      const pairs = await openAt(subject, moment, states);
      for (const [nth, state] of states.entries()) {
        const { path, owner, requester } = pairs[nth] as Pair;
        const expected = cellOf(table, state, moment) ?? none;
        for (const [who, browser] of [owner, requester].entries()) {
          const acts = listOf(expected[who] ?? '');
          expect([state, who, (await actsOf(browser, path)).toSorted()]).toEqual([
            state,
            who,
            acts.toSorted(),
          ]);
          const before = await appointmentOf(browser, path);
          for (const act of ALL.filter((each) => !acts.includes(each))) {
            // Both are one call.
            if (act === 'outcome' && acts.includes('correct')) continue;
            if (act === 'correct' && acts.includes('outcome')) continue;
            const { status } = await send(browser, path, act);
            const isRepeated = status === 200 && (state !== 'requested' || act === 'leave');
            expect([state, who, act, isRepeated || status >= 400]).toEqual([state, who, act, true]);
          }
          expect(await appointmentOf(browser, path)).toEqual(before);
        }
      }
    });

    const cells = states.flatMap((state) =>
      (cellOf(table, state, moment) ?? none).flatMap((acts, who) =>
        listOf(acts)
          // Which truck is for `trips.test.ts`.
          .filter((act) => act !== 'join')
          .map((act) => ({ state, who, act: act as Act })),
      ),
    );
    if (cells.length > 0)
      test(`${subject}, ${moment}: all that is listed is taken`, async () => {
        const pairs = await openAt(
          subject,
          moment,
          cells.map(({ state }) => state),
        );
        for (const [nth, { state, who, act }] of cells.entries()) {
          const { path, owner, requester } = pairs[nth] as Pair;
          const { status } = await send(who === 0 ? owner : requester, path, act);
          expect([state, who, act, status < 300]).toEqual([state, who, act, true]);
        }
      });
  }
