import { Hono } from 'hono';

import {
  POLICIES,
  policyKind,
  type PolicyKind,
  POLICY_UPLOAD,
  PolicyUpload,
} from '#lib/contract/policies.ts';
import { STAFF_POLICIES_PATH, staffPolicyPath } from '#lib/contract/staff-paths.ts';
import type { Ctx } from '#lib/server/context.ts';
import { AppError, notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import { limitConcurrentUploads } from '#lib/server/http/middleware/limit-concurrent-uploads.ts';
import type { RenderRejected } from '#lib/server/http/page-forms.ts';
import { limitJsonBody, parse } from '#lib/server/http/parse-request.ts';
import { handleStaffUpload, type UploadForm } from '#lib/server/http/staff-forms.ts';

import { discardPolicyDraft, publishPolicy, uploadPolicy } from './publishing.ts';

const LIMITS = { ...POLICY_UPLOAD, textFields: [...POLICY_UPLOAD.textFields, 'action', 'content'] };

const ACTIONS: Record<string, (ctx: Ctx, kind: PolicyKind, form: UploadForm) => Promise<string>> = {
  async upload(ctx, kind, { values, files }) {
    const input = parse(PolicyUpload, Object.fromEntries(values));
    await uploadPolicy(ctx, kind, files[0]?.bytes, input);
    return `${staffPolicyPath(POLICIES[kind])}#draft`;
  },
  async discard(ctx, kind) {
    await discardPolicyDraft(ctx, kind);
    return staffPolicyPath(POLICIES[kind]);
  },
  async publish(ctx, kind, { values }) {
    await publishPolicy(ctx, kind, values.get('content') ?? '');
    return `${STAFF_POLICIES_PATH}?published=${kind}`;
  },
};

async function changePolicy(ctx: Ctx, form: UploadForm): Promise<string> {
  const kind = policyKind(form.id);
  if (!kind) throw notFound('policy');
  const name = form.values.get('action') ?? '';
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw new AppError('invalid');
  return action(ctx, kind, form);
}

/** The plain forms of the page of a policy. */
export const policyForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post(
    '/:id',
    limitConcurrentUploads,
    limitJsonBody,
    handleStaffUpload(render, LIMITS, changePolicy),
  );
