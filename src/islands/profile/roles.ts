import type { ROLES } from '#lib/contract/members.ts';

type Role = (typeof ROLES)[keyof typeof ROLES];

/** By the role's name. */
export const ROLE_DESCRIPTIONS: Record<string, string> = {
  Farmer: 'You grow crops and share what’s left after harvest.',
  'Bio-waste processor': 'You turn straw, husks, and manure into something new.',
  'Gleaning organization': 'You gather what would go to waste and get it to people who need it.',
  'Livestock feed producer': 'You turn what others don’t need into feed.',
  Staff: 'You take care of the community and its rules.',
} satisfies Record<Role, string>;
