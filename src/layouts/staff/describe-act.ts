import { materialName, townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import type { LoggedAct } from '#lib/contract/people/audit-log.ts';
import { type Role, ROLES } from '#lib/contract/people/members.ts';
import { POLICIES, type PolicyKind } from '#lib/contract/people/policies.ts';
import { policyName } from '#lib/messages/names/policy-names.ts';
import { roleName } from '#lib/messages/names/role-names.ts';
import { t } from '#lib/messages/t.ts';

const isRole = (value: unknown): value is Role =>
  typeof value === 'string' && Object.hasOwn(ROLES, value);
const isPolicy = (value: unknown): value is PolicyKind =>
  typeof value === 'string' && Object.hasOwn(POLICIES, value);

const countOf = (value: unknown, text: (count: number) => string): string[] =>
  typeof value === 'number' ? [text(value)] : [];

function rolesOf({ role, from, to }: LoggedAct['details']): string[] {
  const named = isRole(role) ? [roleName(role)] : [];
  if (isRole(from) && isRole(to))
    return [...named, t('log.from_to', { from: roleName(from), to: roleName(to) })];
  return [...named, ...[from, to].filter(isRole).map(roleName)];
}

/** Describes the details of an audit log entry, e.g. `Farmer to Bio-waste processor`. */
export function describeAct({ act, target_id, details }: LoggedAct): string {
  const { role, to, town, version, max_uses, readers, members, count, material, figures, consent } =
    details;
  const { addresses } = details;
  const parts = [
    isPolicy(target_id) && policyName(target_id),
    act === 'invitation.made' && role === null && t('log.any_role'),
    ...rolesOf(details),
    to === 'everyone' && t('log.everyone'),
    typeof consent === 'string' && t('steward.consent_how', { consent }),
    typeof town === 'string' && townName(town),
    typeof material === 'string' && isMaterial(material) && materialName(material),
    ...countOf(version, (n) => t('log.version', { version: n })),
    ...countOf(max_uses, (n) => t('log.uses', { count: n })),
    ...countOf(readers, (n) => t('log.members', { count: n })),
    ...countOf(members, (n) => t('log.members', { count: n })),
    ...countOf(addresses, (n) => t('log.addresses', { count: n })),
    ...countOf(count, (n) => t('log.reports', { count: n })),
    ...countOf(figures, (n) => t('log.figures', { count: n })),
  ];
  return parts.filter(Boolean).join(', ');
}
