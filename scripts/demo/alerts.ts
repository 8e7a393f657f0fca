import type { DemoAlert } from './types.ts';

export const alerts: DemoAlert[] = [
  { by: 'celia', material: 'rice-straw', near: ['Muñoz', 'Nueva Ecija'], within: 25 },
  { by: 'celia', material: 'spent-mushroom-substrate', paused: true },
  { by: 'nardo', kind: 'offer', material: 'snails', near: ['Candaba', 'Pampanga'], within: 50 },
  { by: 'pilar', material: 'surplus-vegetables', free: true },
  { by: 'edgar', kind: 'need', material: 'biochar' },
  { by: 'vicky', material: 'rice-bran', near: ['Magalang', 'Pampanga'], within: 50 },
];
