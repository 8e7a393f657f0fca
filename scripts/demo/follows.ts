import type { DemoFollow } from './types.ts';

/** By follower: the followed members. No member follows all others, so there are members to suggest. */
const followedBy: Record<string, string> = {
  maria: 'jun ana celia luz lito dante',
  jun: 'maria edgar lito ramon luz',
  ana: 'maria boyet pilar mark tess luz',
  staff: 'maria ana jun pilar',
  lito: 'maria tess edgar',
  tess: 'maria celia ramon edgar luz ana',
  nardo: 'maria nena ramon',
  celia: 'maria tess luz jun',
  boyet: 'ana pilar',
  pilar: 'ana luz tess maria boyet nena',
  dante: 'maria tess lito vicky',
  ramon: 'nena luz maria',
  luz: 'celia edgar ramon maria jun pilar ana',
  edgar: 'jun luz nena lito tess',
  nena: 'ramon edgar nardo maria',
  mark: 'ana maria pilar luz',
  vicky: 'dante ramon boyet',
  rosario: 'maria edgar',
};

export const follows: DemoFollow[] = Object.entries(followedBy).flatMap(([follower, keys]) =>
  keys.split(' ').map((followed): DemoFollow => [follower, followed]),
);
