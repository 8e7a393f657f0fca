// Requests about machines and bookings, like those of the site's pages.
import { addDays, mondayOf } from '#lib/contract/days.ts';
import type { HalfDayInput } from '#lib/contract/exchange/appointments.ts';
import type { MachineInput, MachineWeek } from '#lib/contract/exchange/machines.ts';
import { regionDay } from '#lib/site.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import type { Site } from '#tests/support/site/site.ts';

import { agreeTo } from './appointments.ts';
import { APPOINTMENTS, openPickupStage, pathOf, type PickupStage } from './pickups.ts';

export const MACHINES = '/api/web/machines';

/** A baler in Guimba that does 4 hectares a day. */
export const MACHINE: MachineInput = {
  machine: 'baler',
  unit: 'hectare',
  a_day: 4,
  reach_km: 30,
  price_centavos: 150_000,
};

/** The Monday of next week. */
export const nextMonday = ({ services }: Site): string =>
  addDays(mondayOf(regionDay(services.now())), 7);

/** An owner with a machine in Guimba, and members with phone numbers who may book it. */
export async function openMachineStage(site: Site, machine: object = {}): Promise<PickupStage> {
  const stage = await openPickupStage(site, { kind: 'service' });
  requireOk(
    await stage.owner.change('PUT', `${MACHINES}/${stage.post.post_id}`, {
      ...MACHINE,
      ...machine,
    }),
  );
  return stage;
}

/** A request for the morning of next Monday, for 2 hectares in Guimba. */
export const bookingIn = (
  { site, post }: PickupStage,
  given: Partial<HalfDayInput> = {},
): HalfDayInput => ({
  subject: 'half_day',
  post_id: post.post_id,
  day: nextMonday(site),
  half: 'morning',
  town: '0304911000',
  amount: 2,
  note: null,
  for_account: null,
  ...given,
});

/** Requests a half day. @returns the path of the booking */
export async function book(
  stage: PickupStage,
  requester: Browser,
  given: Partial<HalfDayInput> = {},
): Promise<string> {
  return pathOf(await requester.post(APPOINTMENTS, bookingIn(stage, given)));
}

/** Requests a half day, and lets the owner agree. @returns the path of the booking */
export async function bookAgreed(
  stage: PickupStage,
  requester: Browser,
  given: Partial<HalfDayInput> = {},
): Promise<string> {
  const path = await book(stage, requester, given);
  requireOk(await agreeTo(stage.owner, path));
  return path;
}

/** The machine's next week. */
export const weekOf = async ({ site, post }: PickupStage, browser: Browser): Promise<MachineWeek> =>
  requireOk(await browser.get(`${MACHINES}/${post.post_id}?week=${nextMonday(site)}`)).body[
    'data'
  ] as MachineWeek;

/** The states of both halves of next Monday. */
export const mondayOfMachine = async (stage: PickupStage, browser: Browser): Promise<string[]> =>
  (await weekOf(stage, browser)).half_days.slice(0, 2).map(({ state }) => state);

/** Machine, free half days and distance of the search results. */
export const found = async (
  browser: Browser,
  query: string,
): Promise<[string, number, number | null][]> =>
  requireOk(await browser.get(`${MACHINES}?${query}`)).body['data'].machines.map(
    ({ machine, free, distance_km }: Record<string, never>) => [machine, free, distance_km],
  );

/** The status of a response and its error codes. */
export const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['field_codes'] ?? body['code'],
];

/** Sets when the machine is away next week. */
export const setAway = (
  { site, owner, post }: PickupStage,
  away: { day: string; half: string }[],
) => owner.change('PUT', `${MACHINES}/${post.post_id}/away`, { week: nextMonday(site), away });
