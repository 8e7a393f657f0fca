import { ROLES } from '#lib/contract/members.ts';

/** By the role's name. */
export const ROLE_DESCRIPTIONS: Record<string, string> = {
  [ROLES.farmer]: 'You grow, and offer what the harvest leaves over.',
  [ROLES.processor]: 'You turn straw, husks and manure into something new.',
  [ROLES.gleaner]: 'You gather what would be left in the field, and bring it to people.',
  [ROLES.feed]: 'You make feed of what others do not need.',
  [ROLES.staff]: 'You look after the community and its rules.',
};
