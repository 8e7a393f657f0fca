import { townName } from '#lib/contract/exchange/listing-choices.ts';
import type { LoggedAct } from '#lib/contract/people/audit-log.ts';
import { ROLES } from '#lib/contract/people/members.ts';
import { POLICY_TITLES } from '#lib/contract/people/policies.ts';

const labelOf = (labels: Record<string, string>, value: unknown): string | undefined =>
  typeof value === 'string' && Object.hasOwn(labels, value) ? labels[value] : undefined;

const countOf = (count: unknown, one: string, many: string): string[] =>
  typeof count === 'number' ? [`${count} ${count === 1 ? one : many}`] : [];

/** @returns what the log stored about an act, as staff read it: e.g. `Farmer to Bio-waste processor` */
export function describeAct({ act, target_id, details }: LoggedAct): string {
  const { role, from, to, town, version, max_uses, readers, count } = details;
  const roles = [from, to].map((each) => labelOf(ROLES, each)).filter(Boolean);
  const parts = [
    labelOf(POLICY_TITLES, target_id),
    act === 'invitation.made' && role === null ? 'Any role' : labelOf(ROLES, role),
    roles.length > 0 && roles.join(' to '),
    to === 'everyone' && 'Everyone',
    typeof town === 'string' && townName(town),
    typeof version === 'number' && `Version ${version}`,
    ...countOf(max_uses, 'use', 'uses'),
    ...countOf(readers, 'member', 'members'),
    ...countOf(count, 'report', 'reports'),
  ];
  return parts.filter(Boolean).join(', ');
}
