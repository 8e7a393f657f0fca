import { HUNDREDTHS } from '#lib/contract/exchange/machines.ts';
import { partOf } from '#lib/server/exchange/stock/parts-of-days.ts';
import type { AppointmentTable } from '#lib/server/platform/db/schema.ts';

/** The columns that describe the subject; in queries, `WHAT`. */
type Stored = Pick<
  AppointmentTable,
  'subject' | 'material' | 'amount' | 'unit' | 'machine' | 'half' | 'whole_day' | 'work'
>;

/** @returns the subject of an appointment: the amount of a half day is in hectares or trips */
export const whatOf = (row: Stored) => ({
  subject: row.subject,
  material: row.material,
  amount: row.work === null ? row.amount : row.work / HUNDREDTHS,
  unit: row.unit,
  machine: row.machine,
  half: row.half && partOf({ half: row.half, whole_day: row.whole_day ?? 0 }),
});
