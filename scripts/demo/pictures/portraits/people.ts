import type { Face } from './face.ts';

const tan = { skin: '#c68e63', dark: '#9c6540' } as const;
const brown = { skin: '#a9714a', dark: '#7d4d2f' } as const;
const deep = { skin: '#8f5c3b', dark: '#673e25' } as const;
const light = { skin: '#dba97c', dark: '#b57c52' } as const;

const plain: Face = {
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

export const faces: Record<string, Face> = {
  'avatar-maria': { ...plain, ...brown, cut: 'bun', hair: '#3a2a22', hat: 'salakot', shirt: '#b5563c', extras: ['lines', 'earrings', 'grin'] },
  'avatar-jun': { ...plain, ...tan, shirt: '#3f7f6a', collar: 'polo', trim: '#e9e2cf', ground: '#a9c8b0', disc: '#dcead2', round: 94, extras: ['stubble'] },
  'avatar-ana': { ...plain, ...light, cut: 'long', hair: '#2d1f1a', shirt: '#e0a93f', collar: 'kimona', trim: '#fff3d6', ground: '#d98f6a', disc: '#f6c9a0', round: 86, extras: ['earrings', 'grin'] },
  'avatar-grace': { ...plain, ...tan, cut: 'bob', shirt: '#2f6b3c', collar: 'jacket', trim: '#f3ead2', ground: '#bcd3b0', disc: '#eaf2da', round: 88, extras: ['glasses', 'earrings'] },
  'avatar-lito': { ...plain, ...deep, cut: 'thin', hair: '#8b847c', hat: 'straw', hatColour: '#e9cf8c', shirt: '#5a7fa8', collar: 'polo', trim: '#e6ddc8', ground: '#e6bf76', disc: '#fae3ae', round: 88, extras: ['lines', 'moustache'] },
  'avatar-tess': { ...plain, ...brown, cut: 'bun', hat: 'scarf', hatColour: '#8a4a7a', shirt: '#d9924a', ground: '#c9d6a0', disc: '#eef2cc', round: 92, extras: ['earrings', 'grin'] },
  'avatar-nardo': { ...plain, ...deep, cut: 'thin', hair: '#c9c3b8', shirt: '#7d8f5a', collar: 'polo', trim: '#d9d2b8', ground: '#a8c4cf', disc: '#dbeaea', round: 96, extras: ['lines', 'moustache', 'grin'] },
  'avatar-celia': { ...plain, ...light, cut: 'fringe', shirt: '#7f5f8f', ground: '#e3c9b0', disc: '#f9eadb', round: 92, extras: ['glasses', 'grin'] },
  'avatar-boyet': { ...plain, ...brown, hair: '#4a4440', hat: 'cap', hatColour: '#2f6b3c', shirt: '#e6d8b4', collar: 'polo', trim: '#c8553d', ground: '#e9b96a', disc: '#fbe0a4', round: 98, extras: ['stubble', 'lines'] },
  'avatar-pilar': { ...plain, ...tan, cut: 'curly', hair: '#b9b2aa', shirt: '#a8475c', collar: 'kimona', trim: '#f6e6e0', ground: '#cfdcc0', disc: '#f0f4e0', round: 94, extras: ['lines', 'glasses', 'earrings'] },
  'avatar-dante': { ...plain, ...deep, hair: '#201814', hat: 'bucket', hatColour: '#8a9a6a', shirt: '#c9b48a', collar: 'jacket', trim: '#6a7a52', ground: '#a9cbb9', disc: '#dff0e2', round: 90, extras: ['beard'] },
  'avatar-ramon': { ...plain, ...tan, cut: 'short', hair: '#7a736c', shirt: '#e9e2d2', collar: 'polo', trim: '#8a6a3a', ground: '#d8b98a', disc: '#f2dfba', round: 96, extras: ['lines', 'glasses', 'moustache'] },
  'avatar-luz': { ...plain, ...brown, cut: 'bob', hat: 'straw', hatColour: '#f0dca0', shirt: '#4d8a66', ground: '#f0c9a8', disc: '#fbe6d2', round: 90, extras: ['grin'] },
  'avatar-edgar': { ...plain, ...brown, hair: '#1f1815', cut: 'curly', shirt: '#4f5d6b', collar: 'round', trim: '#d9a13a', ground: '#d99a6a', disc: '#f4c896', round: 88, extras: ['beard'] },
  'avatar-nena': { ...plain, ...light, cut: 'bun', hair: '#9a928a', shirt: '#6a8fae', collar: 'kimona', trim: '#f0f4f4', ground: '#e9cf9a', disc: '#faf0cf', round: 96, extras: ['lines', 'earrings', 'grin'] },
  'avatar-mark': { ...plain, ...tan, cut: 'short', hair: '#1d1613', hat: 'cap', hatColour: '#c8442f', shirt: '#f3ead2', trim: '#c8442f', ground: '#9cc3c9', disc: '#d6ebe8', round: 84, extras: ['grin'] },
  'avatar-vicky': { ...plain, ...light, cut: 'long', hair: '#4a2f22', shirt: '#c46a7e', collar: 'jacket', trim: '#fbeee6', ground: '#c7d8b0', disc: '#eef5da', round: 86, extras: ['glasses', 'earrings'] },
};
