import { Hono } from 'hono';

import { STAFF_POLICIES_PATH, staffPolicyPath } from '#lib/contract/paths.ts';
import {
  POLICIES,
  policyKind,
  type PolicyKind,
  POLICY_UPLOAD,
  PolicyUpload,
} from '#lib/contract/people/policies.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { limitConcurrentUploads } from '#lib/server/platform/http/middleware/limit-uploads.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { discardPolicyDraft, publishPolicy, uploadPolicy } from './publishing.ts';

const LIMITS = { ...POLICY_UPLOAD, textFields: [...POLICY_UPLOAD.textFields, 'action', 'content'] };

/** @throws AppError policy_not_found */
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

/** The plain forms of the page of a policy. */
export const policyForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post(
    '/:id',
    limitConcurrentUploads,
    handleForms(render, ACTIONS, { upload: LIMITS }),
  );
