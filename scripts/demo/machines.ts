import type { DayPart } from '#lib/contract/exchange/machines.ts';
import type { MachineTable } from '#lib/server/platform/db/schema.ts';

type Half = [dayIn: number, half: DayPart];

/** A machine of a service, with its next week. */
interface DemoMachine extends Pick<MachineTable, 'machine' | 'unit' | 'reach_km'> {
  /** key of the service's post */
  post: string;
  /** hectares or trips */
  aDay: number;
  /** pesos */
  price: number | null;
  /** counted from the Monday of the next week */
  away: Half[];
  booked: {
    by: string;
    at: Half;
    amount: number;
    town: [town: string, province: string];
    note?: string;
    isAgreed: boolean;
  }[];
}

const NUEVA_ECIJA = 'Nueva Ecija';

export const machines: DemoMachine[] = [
  {
    post: 'baler-with-driver',
    machine: 'baler',
    unit: 'hectare',
    aDay: 4,
    reach_km: 40,
    price: 2500,
    away: [
      [3, 'morning'],
      [3, 'afternoon'],
      [6, 'morning'],
      [6, 'afternoon'],
    ],
    booked: [
      {
        by: 'lito',
        at: [1, 'morning'],
        amount: 2,
        town: ['Guimba', NUEVA_ECIJA],
        note: 'Two hectares along the irrigation road. The gate is on the north side.',
        isAgreed: true,
      },
      {
        by: 'maria',
        at: [2, 'morning'],
        amount: 1.5,
        town: ['Muñoz', NUEVA_ECIJA],
        note: 'The water is out since Sunday.',
        isAgreed: false,
      },
      {
        by: 'tess',
        at: [2, 'morning'],
        amount: 2,
        town: ['Talavera', NUEVA_ECIJA],
        isAgreed: false,
      },
    ],
  },
  {
    post: 'bagasse-mill',
    machine: 'truck',
    unit: 'trip',
    aDay: 1,
    reach_km: 60,
    price: 6000,
    away: [[6, 'day']],
    booked: [
      { by: 'luz', at: [1, 'day'], amount: 1, town: ['Angeles', 'Pampanga'], isAgreed: true },
      { by: 'jun', at: [3, 'day'], amount: 1, town: ['Guimba', NUEVA_ECIJA], isAgreed: false },
    ],
  },
];
