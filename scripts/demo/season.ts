import type { FieldMaterial } from '#lib/contract/exchange/season.ts';

/** Hectares by week, starting this week; 0 where nothing is known. */
interface DemoSchedule {
  material: FieldMaterial;
  /** name and province of a town */
  town: [town: string, province: string];
  hectares: number[];
}

const NUEVA_ECIJA = 'Nueva Ecija';

/** The next irrigation schedules, upper canal first. */
export const schedules: DemoSchedule[] = [
  { material: 'rice-straw', town: ['Guimba', NUEVA_ECIJA], hectares: [0, 120, 340, 410, 180] },
  { material: 'rice-straw', town: ['Muñoz', NUEVA_ECIJA], hectares: [60, 210, 280, 90] },
  { material: 'rice-straw', town: ['Talavera', NUEVA_ECIJA], hectares: [0, 85, 260, 300] },
  { material: 'rice-straw', town: ['Zaragoza', NUEVA_ECIJA], hectares: [0, 0, 140, 220, 130] },
  { material: 'rice-straw', town: ['San Isidro', NUEVA_ECIJA], hectares: [38, 0, 114] },
  { material: 'rice-straw', town: ['Candaba', 'Pampanga'], hectares: [0, 0, 0, 190, 240] },
  { material: 'sugarcane-tops', town: ['Concepcion', 'Tarlac'], hectares: [0, 45, 60, 60, 55] },
  { material: 'onion-tops', town: ['Bongabon', NUEVA_ECIJA], hectares: [0, 0, 0, 0, 0, 30, 75] },
];

/** A member's own harvest. */
interface DemoHarvest {
  /** the member's key */
  by: string;
  material: FieldMaterial;
  town: [town: string, province: string];
  /** in weeks from this week */
  weekIn: number;
  hectares: number;
}

export const harvests: DemoHarvest[] = [
  { by: 'maria', material: 'rice-straw', town: ['Cabiao', NUEVA_ECIJA], weekIn: 2, hectares: 2.5 },
  { by: 'lito', material: 'rice-straw', town: ['Cabiao', NUEVA_ECIJA], weekIn: 2, hectares: 3 },
  { by: 'tess', material: 'rice-straw', town: ['Cabiao', NUEVA_ECIJA], weekIn: 2, hectares: 1.75 },
  { by: 'boyet', material: 'rice-straw', town: ['Cabiao', NUEVA_ECIJA], weekIn: 2, hectares: 4 },
  { by: 'boyet', material: 'corn-stover', town: ['Gerona', 'Tarlac'], weekIn: 3, hectares: 1.5 },
  { by: 'maria', material: 'corn-stover', town: ['Paniqui', 'Tarlac'], weekIn: 3, hectares: 2 },
  { by: 'tess', material: 'corn-stover', town: ['Moncada', 'Tarlac'], weekIn: 3, hectares: 2.2 },
  { by: 'lito', material: 'legume-hay', town: ['Arayat', 'Pampanga'], weekIn: 4, hectares: 0.5 },
];
