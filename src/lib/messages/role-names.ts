import { type Role, ROLES } from '#lib/contract/people/members.ts';

import { t } from './t.ts';

const NAMES: Record<Role, () => string> = {
  farmer: () => t('role.farmer'),
  processor: () => t('role.processor'),
  gleaner: () => t('role.gleaner'),
  feed: () => t('role.feed'),
  staff: () => t('role.staff'),
};

/** @returns the name of a role */
export const roleName = (role: Role): string => NAMES[role]();

const roles = Object.keys(ROLES) as Role[];

/**
 * @param label of a role, as the API has it
 * @returns the name of the role
 */
export function roleLabel(label: string): string {
  const role = roles.find((each) => ROLES[each] === label);
  return role ? roleName(role) : label;
}

/** @returns the roles and their names, for a choice */
export const roleOptions = (): (readonly [Role, string])[] =>
  roles.map((role) => [role, roleName(role)] as const);
