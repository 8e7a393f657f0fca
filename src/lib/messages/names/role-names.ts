import { type Role, type RoleLabel, ROLES } from '#lib/contract/people/members.ts';
import { t } from '#lib/messages/t.ts';

/** By the label of a role, which the API names it by: scripts need no more than these. */
const NAMES: Readonly<Record<RoleLabel, () => string>> = {
  Farmer: () => t('role.farmer'),
  'Bio-waste processor': () => t('role.processor'),
  'Gleaning organization': () => t('role.gleaner'),
  'Livestock feed producer': () => t('role.feed'),
  Staff: () => t('role.staff'),
};

/**
 * @param label of a role, as the API has it
 * @returns the name of the role
 */
export const roleLabel = (label: RoleLabel): string => NAMES[label]();

/** @returns the name of a role */
export const roleName = (role: Role): string => roleLabel(ROLES[role]);

/** @returns the roles and their names, for a choice */
export const roleOptions = (): (readonly [Role, string])[] =>
  (Object.keys(ROLES) as Role[]).map((role) => [role, roleName(role)] as const);
