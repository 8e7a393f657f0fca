import type { ROLES } from '#lib/contract/members.ts';

type Role = (typeof ROLES)[keyof typeof ROLES];

/** By the role's name. */
export const ROLE_DESCRIPTIONS: Record<string, string> = {
  Farmer: 'You grow, and offer what the harvest leaves over.',
  'Bio-waste processor': 'You turn straw, husks and manure into something new.',
  'Gleaning organization': 'You gather what would be left in the field, and bring it to people.',
  'Livestock feed producer': 'You make feed of what others do not need.',
  Staff: 'You look after the community and its rules.',
} satisfies Record<Role, string>;
