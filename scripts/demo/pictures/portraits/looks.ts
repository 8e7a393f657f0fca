import type { Face } from './face.ts';

export const tan = { skin: '#c68e63', dark: '#9c6540' } as const;
export const brown = { skin: '#a9714a', dark: '#7d4d2f' } as const;
export const deep = { skin: '#9a6541', dark: '#6f4429' } as const;
export const light = { skin: '#dba97c', dark: '#b57c52' } as const;

export const plain: Face = {
  ...brown,
  hair: '#2a1e18',
  cut: 'short',
  hat: 'none',
  hatColour: '#e3c06a',
  shirt: '#c8553d',
  collar: 'round',
  trim: '#f3ead2',
  ground: '#f0cf86',
  disc: '#fbeec6',
  round: 90,
  extras: [],
};
