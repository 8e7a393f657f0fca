import type { Profile } from '#lib/contract/people/profile.ts';

type Name = Pick<Profile, 'first_name' | 'middle_name' | 'last_name'>;

export const fullName = ({ first_name, middle_name, last_name }: Name): string =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ');

/** The name shown in the forum and the header. */
export const displayName = ({ first_name, last_name }: Name): string =>
  `${first_name} ${last_name}`;
