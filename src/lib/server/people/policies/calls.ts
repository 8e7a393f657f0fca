import { Hono } from 'hono';
import * as z from 'zod/mini';

import { STAFF_POLICIES_PATH, staffPolicyPath } from '#lib/contract/paths.ts';
import { MissingConsentList, MissingConsentPage } from '#lib/contract/people/consents.ts';
import {
  POLICIES,
  POLICY_UPLOAD,
  type PolicyKind,
  policyKind,
  PolicyPublication,
  PolicySources,
  PolicyUpload,
} from '#lib/contract/people/policies.ts';
import { listWithoutConsent } from '#lib/server/people/policies/consents/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { limitConcurrentUploads } from '#lib/server/platform/http/middleware/limit-requests.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import {
  discardPolicyDraft,
  getPolicyDraft,
  listPolicyVersions,
  publishPolicy,
  uploadPolicy,
} from './publishing.ts';
import { listPolicySources } from './service.ts';

const Kind = z.enum(Object.keys(POLICIES) as PolicyKind[]);
const OF_DOCUMENT = { ids: { document: 'policy' }, params: { document: Kind } } as const;
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
export const calls = {
  'GET /admin/policies/common/all': call({
    summary: 'Find the legal documents',
    access: 'open',
    response: PolicySources,
    hasEtag: true,
    run: listPolicySources,
  }),
  'GET /admin/policies': call({
    summary: 'List the versions of the legal documents',
    response: z.object({ policies: z.array(Versions) }),
    run: async (ctx) => ({ policies: await listPolicyVersions(ctx) }),
  }),
  'GET /admin/policies/missing-consents': call({
    summary: 'List the members who have not agreed to the legal documents yet',
    query: MissingConsentList,
    response: MissingConsentPage,
    run: (ctx, { query }) => listWithoutConsent(ctx, query),
  }),
  'GET /admin/policies/:document/draft': call({
    summary: 'Read the draft of a legal document',
    response: Draft,
    ...OF_DOCUMENT,
    run: (ctx, { document }) => getPolicyDraft(ctx, document),
  }),
  'PUT /admin/policies/:document/draft': call({
    summary: 'Upload the draft of a legal document',
    form: { texts: PolicyUpload, upload: POLICY_UPLOAD, types: ['application/pdf'] },
    response: Draft,
    errors: [
      'pdf_empty',
      'not_a_pdf',
      'pdf_unreadable',
      'policy_unchanged',
      'policy_text_required',
    ],
    ...OF_DOCUMENT,
    run: async (ctx, { document, texts, files }) => {
      await uploadPolicy(ctx, document, files[0]?.bytes, texts);
      return getPolicyDraft(ctx, document);
    },
  }),
  'DELETE /admin/policies/:document/draft': call({
    summary: 'Discard the draft of a legal document',
    ...OF_DOCUMENT,
    run: (ctx, { document }) => discardPolicyDraft(ctx, document),
  }),
  'POST /admin/policies/:document/publish': call({
    summary: 'Publish the draft of a legal document',
    body: PolicyPublication,
    response: z.object({ version: z.number() }),
    errors: ['policy_draft_changed', 'confirmation_required'],
    ...OF_DOCUMENT,
    run: async (ctx, { document, body }) => ({
      version: await publishPolicy(ctx, document, body.content),
    }),
  }),
} satisfies Calls;

const LIMITS = { ...POLICY_UPLOAD, textFields: [...POLICY_UPLOAD.textFields, 'action', 'content'] };

function kindOf({ id }: SentForm): PolicyKind {
  const kind = policyKind(id);
  if (!kind) throw notFound('policy');
  return kind;
}

const ACTIONS = {
  async upload(ctx: Ctx, form: SentForm) {
    const kind = kindOf(form);
    const input = parse(PolicyUpload, Object.fromEntries(form.values));
    await uploadPolicy(ctx, kind, form.files[0]?.bytes, input);
    return `${staffPolicyPath(POLICIES[kind])}#draft`;
  },
  async discard(ctx: Ctx, form: SentForm) {
    const kind = kindOf(form);
    await discardPolicyDraft(ctx, kind);
    return staffPolicyPath(POLICIES[kind]);
  },
  async publish(ctx: Ctx, form: SentForm) {
    const kind = kindOf(form);
    await publishPolicy(ctx, kind, form.values.get('content') ?? '');
    return `${STAFF_POLICIES_PATH}?done=${kind}`;
  },
};

/** The plain forms on the page of a policy. */
export const policyForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post(
    '/:id',
    limitConcurrentUploads,
    handleForms(render, ACTIONS, { upload: LIMITS }),
  );
