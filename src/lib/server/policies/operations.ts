import * as z from 'zod/mini';

import { MissingConsentList, MissingConsentPage } from '#lib/contract/consents.ts';
import {
  POLICIES,
  type PolicyKind,
  PolicyPublication,
  PolicySources,
  PolicyUpload,
  POLICY_UPLOAD,
} from '#lib/contract/policies.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

const Kind = z.enum(Object.keys(POLICIES) as PolicyKind[]);
const PARAMS = { document: Kind };
const Version = z.object({
  version: z.number(),
  title: z.string(),
  content: z.string(),
  size: z.number(),
  date: z.string(),
});
const Versions = z.object({
  document: Kind,
  title: z.string(),
  versions: z.array(Version),
  draft: z.nullable(Version),
});
const Draft = z.object({
  kind: Kind,
  title: z.string(),
  content: z.string(),
  size: z.number(),
  updated: z.string(),
  sections: z.array(z.object({ heading: z.nullable(z.string()), paragraphs: z.array(z.string()) })),
});

/** Legal documents. */
export const OPERATIONS = {
  'GET /admin/policies/common/all': {
    summary: 'Find the legal documents',
    access: 'open',
    response: PolicySources,
  },
  'GET /admin/policies': {
    summary: 'List the versions of the legal documents',
    access: 'staff',
    response: z.object({ policies: z.array(Versions) }),
  },
  'GET /admin/policies/missing-consents': {
    summary: 'List the members who have not agreed to the legal documents yet',
    access: 'staff',
    query: MissingConsentList,
    response: MissingConsentPage,
  },
  'GET /admin/policies/:document/draft': {
    summary: 'Read the draft of a legal document',
    access: 'staff',
    params: PARAMS,
    response: Draft,
    errors: ['policy_not_found'],
  },
  'PUT /admin/policies/:document/draft': {
    summary: 'Upload the draft of a legal document',
    access: 'staff',
    params: PARAMS,
    form: { texts: PolicyUpload, upload: POLICY_UPLOAD, types: ['application/pdf'] },
    response: Draft,
    errors: [
      'policy_not_found',
      'not_a_pdf',
      'pdf_unreadable',
      'policy_unchanged',
      'policy_text_required',
    ],
  },
  'DELETE /admin/policies/:document/draft': {
    summary: 'Discard the draft of a legal document',
    access: 'staff',
    params: PARAMS,
    response: NOTHING,
    errors: ['policy_not_found'],
  },
  'POST /admin/policies/:document/publish': {
    summary: 'Publish the draft of a legal document',
    access: 'staff',
    params: PARAMS,
    body: PolicyPublication,
    response: z.object({ version: z.number() }),
    errors: ['policy_not_found', 'policy_draft_changed', 'confirmation_required'],
  },
} satisfies Operations;
