import { Hono } from 'hono';

import { MissingConsentList } from '#lib/contract/consents.ts';
import {
  POLICY_UPLOAD,
  PolicyPublication,
  PolicyUpload,
  policyKindOf,
} from '#lib/contract/policies.ts';
import { listWithoutConsent } from '#lib/server/consents/service.ts';
import { notFound } from '#lib/server/errors.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { limitConcurrentUploads } from '#lib/server/http/middleware/limit-concurrent-uploads.ts';
import { readMultipart } from '#lib/server/http/multipart.ts';
import { parse, parseJson, parseQuery } from '#lib/server/http/parse-request.ts';

import {
  discardPolicyDraft,
  getPolicyDraft,
  listPolicyVersions,
  publishPolicy,
  uploadPolicy,
} from './publishing.ts';

/** @throws AppError policy_not_found */
function parseKind(c: RequestContext) {
  const kind = policyKindOf(c.req.param('document'));
  if (!kind) throw notFound('policy');
  return kind;
}

/** Policies as staff replace them. */
export const adminPolicies = new Hono<Env>()
  .get('/', async (c) => c.json({ data: { policies: await listPolicyVersions(c.get('ctx')) } }))
  .get('/missing-consents', async (c) => {
    const list = parseQuery(c, MissingConsentList);
    return c.json({ data: await listWithoutConsent(c.get('ctx'), list) });
  })
  .get('/:document/draft', async (c) =>
    c.json({ data: await getPolicyDraft(c.get('ctx'), parseKind(c)) }),
  )
  .put('/:document/draft', limitConcurrentUploads, async (c) => {
    const kind = parseKind(c);
    const { texts, files } = await readMultipart(c.req.raw, POLICY_UPLOAD);
    const ctx = c.get('ctx');
    await uploadPolicy(ctx, kind, files[0]?.bytes, parse(PolicyUpload, texts));
    return c.json({ data: await getPolicyDraft(ctx, kind) });
  })
  .delete('/:document/draft', async (c) => {
    await discardPolicyDraft(c.get('ctx'), parseKind(c));
    return c.json({ data: null });
  })
  .post('/:document/publish', async (c) => {
    const kind = parseKind(c);
    const { content } = await parseJson(c, PolicyPublication);
    return c.json({ data: { version: await publishPolicy(c.get('ctx'), kind, content) } });
  });
