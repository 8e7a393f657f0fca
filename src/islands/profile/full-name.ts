import type { Profile } from '#lib/contract/people/profile.ts';

type Name = Pick<Profile, 'first_name' | 'middle_name' | 'last_name'>;

/** All parts of a member's name. */
export const fullName = ({ first_name, middle_name, last_name }: Name): string =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ');

/** The name as the forum and the header show it. */
export const displayName = ({ first_name, last_name }: Name): string =>
  `${first_name} ${last_name}`;
