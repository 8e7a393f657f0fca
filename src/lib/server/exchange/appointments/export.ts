// A member's own appointments, as a file for spreadsheets.
import type { Appointment, AppointmentQuery } from '#lib/contract/exchange/appointments.ts';
import { materialName } from '#lib/contract/exchange/listing-choices.ts';
import { machineName } from '#lib/contract/exchange/machine-texts.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { pickupPath } from '#lib/contract/paths.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { toCsvHead, toCsvLine, toTownCells, TOWN_COLUMNS } from '#lib/server/platform/csv.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

import { listAppointments } from './list.ts';

export const LIMITS = defineLimits({
  pickupsFile: { what: "a member's downloads of their pickups", points: 20, seconds: 3600 },
});

const BATCH = 200;
const CENTAVOS = 100;
const COLUMNS = [
  'day',
  'part',
  'status',
  'role',
  'title',
  'material',
  'machine',
  'amount',
  'unit',
  'pesos_a_unit',
  'kg',
  ...TOWN_COLUMNS,
  'member',
  'link',
];

const whatOf = ({ material, machine }: Appointment): [material: string, machine: string] => [
  material !== null && isMaterial(material) ? materialName(material) : (material ?? ''),
  machine === null ? '' : machineName(machine),
];

const toCells = (origin: string, appointment: Appointment): (string | number)[] => [
  appointment.takes_place_on,
  appointment.half ?? '',
  appointment.status,
  appointment.role,
  appointment.title ?? '',
  ...whatOf(appointment),
  appointment.amount ?? '',
  appointment.unit ?? '',
  appointment.price_centavos === null ? '' : appointment.price_centavos / CENTAVOS,
  appointment.kg ?? '',
  ...toTownCells(appointment.town),
  appointment.account?.name ?? '',
  origin + pickupPath(appointment.appointment_id),
];

async function* readLines(ctx: Ctx): AsyncGenerator<string> {
  yield toCsvHead(COLUMNS);
  for (const state of ['open', 'ended'] as const) {
    let list: AppointmentQuery | null = { state, cursor: null, limit: BATCH };
    while (list) {
      const { appointments, nextCursor } = await listAppointments(ctx, list);
      yield appointments.map((each) => toCsvLine(toCells(ctx.config.publicUrl, each))).join('');
      list = nextCursor === null ? null : { ...list, cursor: nextCursor };
    }
  }
}

/**
 * @returns the lines of all appointments of the viewer, those to come first; phone numbers, notes and places are not in it
 * @throws AppError rate_limited
 */
export async function exportAppointments(ctx: Ctx): Promise<AsyncGenerator<string>> {
  await ctx.limits.consume(LIMITS.pickupsFile, requireViewer(ctx).id);
  return readLines(ctx);
}
