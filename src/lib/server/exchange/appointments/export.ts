// Exports a member's own appointments as CSV.
import type { Appointment, AppointmentQuery } from '#lib/contract/exchange/appointments.ts';
import { materialName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { machineName } from '#lib/contract/exchange/machine-texts.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { pickupPath } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { type CsvColumns, toCsv, townColumns } from '#lib/server/platform/csv.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { listAppointments } from './list.ts';

export const LIMITS = defineLimits({
  pickupsFile: { what: "a member's downloads of their pickups", points: 20, seconds: 3600 },
});

const BATCH = 200;
const CENTAVOS = 100;
const columns = (origin: string): CsvColumns<Appointment> => ({
  day: (appointment) => appointment.takes_place_on,
  part: (appointment) => appointment.half,
  status: (appointment) => appointment.status,
  role: (appointment) => appointment.role,
  title: (appointment) => appointment.title,
  material: ({ material }) =>
    material !== null && isMaterial(material) ? materialName(material) : material,
  machine: ({ machine }) => machine && machineName(machine),
  amount: (appointment) => appointment.amount,
  unit: (appointment) => appointment.unit,
  pesos_a_unit: ({ price_centavos: price }) => (price === null ? null : price / CENTAVOS),
  kg: (appointment) => appointment.kg,
  ...townColumns((appointment: Appointment) => appointment.town),
  member: ({ account }) => account && account.name,
  link: (appointment) => origin + pickupPath(appointment.appointment_id),
});

async function* readAppointments(ctx: Ctx) {
  for (const state of ['open', 'ended'] as const) {
    let list: AppointmentQuery | null = { state, cursor: null, limit: BATCH };
    while (list) {
      const { appointments, nextCursor } = await listAppointments(ctx, list);
      yield appointments;
      list = nextCursor === null ? null : { ...list, cursor: nextCursor };
    }
  }
}

/**
 * @returns the CSV lines of all appointments of the viewer, future ones first; without phone numbers, notes and
 *   places
 */
export async function exportAppointments(ctx: Ctx): Promise<AsyncGenerator<string>> {
  await ctx.limits.consume(LIMITS.pickupsFile, requireViewer(ctx).id);
  return toCsv(columns(ctx.config.publicUrl), readAppointments(ctx));
}
