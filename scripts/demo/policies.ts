import { join } from 'node:path';

import { POLICIES, type PolicyKind } from '#lib/contract/people/policies.ts';
import { readBytes, readText } from '#scripts/operator/files.ts';

export const policies: PolicyKind[] = [
  'licensing_terms',
  'data_privacy_guidelines',
  'terms_and_conditions',
];

export const policyFile = (kind: PolicyKind, extension: 'md' | 'pdf'): string =>
  join(import.meta.dirname, 'policies', `${POLICIES[kind]}.${extension}`);

/** Reads the text of a policy. After a change, make its PDF again (`make-policy-pdfs.ts`); a test compares the two. */
export const readPolicyText = (kind: PolicyKind): Promise<string> =>
  readText(policyFile(kind, 'md'));

export const readPolicyPdf = (kind: PolicyKind): Promise<Buffer> =>
  readBytes(policyFile(kind, 'pdf'));
