import { addDays, mondayOf } from '#lib/contract/days.ts';
import { HUNDREDTHS } from '#lib/contract/exchange/machines.ts';
import { halvesOf, toStored } from '#lib/server/exchange/stock/parts-of-days.ts';
import type { Executor, HalfDayAppointment } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { findTownsByName } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { machines } from './machines.ts';
import { posts } from './posts.ts';

const CENTAVOS = 100;
const HOUR = 3_600_000;
const WEEK = 7;

interface Loaded {
  /** ids by key */
  members: Map<string, string>;
  posts: Map<string, string>;
  /** milliseconds since 1970 */
  now: number;
}

type Booked = (typeof machines)[number]['booked'][number];
type Of = Pick<
  HalfDayAppointment,
  'post_id' | 'owner_id' | 'machine' | 'unit' | 'price_centavos'
> & {
  monday: string;
};

function toRow(
  { by, at: [dayIn, half], amount, town, note, isAgreed }: Booked,
  of: Of,
  loaded: Loaded,
) {
  const { monday, ...machine } = of;
  const time = loaded.now - HOUR;
  return {
    ...machine,
    id: newId(),
    subject: 'half_day' as const,
    kind: 'service' as const,
    requester_id: loaded.members.get(by) ?? '',
    work: Math.round(amount * HUNDREDTHS),
    town: findTownsByName(...town)[0]?.code ?? '',
    note: note ?? null,
    day: addDays(monday, dayIn),
    ...toStored(half),
    status: isAgreed ? ('agreed' as const) : ('requested' as const),
    ended_by: null,
    reason: null,
    created_at: time,
    updated_at: time,
    agreed_at: isAgreed ? time : null,
  };
}

export async function loadMachines(tx: Executor, loaded: Loaded): Promise<void> {
  const monday = addDays(mondayOf(regionDay(loaded.now)), WEEK);
  for (const { post, aDay, price, away, booked, ...machine } of machines) {
    const post_id = loaded.posts.get(post) ?? '';
    const price_centavos = price === null ? null : price * CENTAVOS;
    const row = { ...machine, post_id, a_day: aDay * HUNDREDTHS, price_centavos };
    await tx
      .insertInto('machines')
      .values({ ...row, created_at: loaded.now })
      .execute();
    const author = posts.find(({ key }) => key === post)?.author ?? '';
    const owner_id = loaded.members.get(author) ?? '';
    const of = { post_id, owner_id, machine: machine.machine, unit: machine.unit, price_centavos };
    const bookings = booked.map((each) => toRow(each, { ...of, monday }, loaded));
    if (bookings.length > 0) await tx.insertInto('appointments').values(bookings).execute();
    const halves = [
      ...away.flatMap(([dayIn, part]) =>
        halvesOf(part).map((half) => ({ day: addDays(monday, dayIn), half, appointment_id: null })),
      ),
      ...bookings
        .filter(({ status }) => status === 'agreed')
        .map(({ id, day, half }) => ({ day, half, appointment_id: id })),
    ].map((each) => Object.assign({ post_id }, each));
    await tx.insertInto('half_days').values(halves).execute();
  }
}
