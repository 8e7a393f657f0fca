import type { PolicyKind } from '#lib/contract/people/policies.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { listPolicies } from './queries.ts';

/** @returns the present version of each published document; the first is 1 */
export async function currentPolicyVersions(
  db: Executor,
): Promise<Partial<Record<PolicyKind, number>>> {
  const rows = await listPolicies(db);
  return Object.fromEntries(rows.map(({ kind, version }) => [kind, version]));
}
