import { Hono } from 'hono';

import { DraftInput, DraftVersion, GuideList } from '#lib/contract/resource-drafts.ts';
import type { Env } from '#lib/server/http/env.ts';
import { limitConcurrentUploads } from '#lib/server/http/middleware/limit-concurrent-uploads.ts';
import { readMultipart } from '#lib/server/http/multipart.ts';
import { parseId, parseJson, parseQuery } from '#lib/server/http/parse-request.ts';

import {
  addImage,
  createDraft,
  deleteDraft,
  getGuide,
  listDeletedGuides,
  listGuides,
  restoreGuide,
  saveDraft,
} from './drafts.ts';
import { publishGuide, unpublishGuide } from './publishing.ts';
import { GUIDE_IMAGE_UPLOAD } from './upload-limits.ts';

/** Guides as staff write and publish them. */
export const adminGuides = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await listGuides(c.get('ctx'), parseQuery(c, GuideList)) }))
  .get('/deleted', async (c) =>
    c.json({ data: await listDeletedGuides(c.get('ctx'), parseQuery(c, GuideList)) }),
  )
  .post('/', async (c) => {
    const ctx = c.get('ctx');
    return c.json({ data: await getGuide(ctx, await createDraft(ctx)) }, 201);
  })
  .get('/:id', async (c) => c.json({ data: await getGuide(c.get('ctx'), parseId(c, 'draft')) }))
  .put('/:id', async (c) => {
    const id = parseId(c, 'draft');
    const input = await parseJson(c, DraftInput);
    return c.json({ data: await saveDraft(c.get('ctx'), id, input) });
  })
  .delete('/:id', async (c) => {
    const id = parseId(c, 'draft');
    const { version } = await parseJson(c, DraftVersion);
    await deleteDraft(c.get('ctx'), id, version);
    return c.json({ data: null });
  })
  .post('/:id/images', limitConcurrentUploads, async (c) => {
    const id = parseId(c, 'draft');
    const { files } = await readMultipart(c.req.raw, GUIDE_IMAGE_UPLOAD);
    return c.json({ data: { url: await addImage(c.get('ctx'), id, files[0]) } }, 201);
  })
  .post('/:id/publish', async (c) => {
    const id = parseId(c, 'draft');
    const { version } = await parseJson(c, DraftVersion);
    return c.json({ data: await publishGuide(c.get('ctx'), id, version) });
  })
  .post('/:id/restore', async (c) =>
    c.json({ data: await restoreGuide(c.get('ctx'), parseId(c, 'draft')) }),
  )
  .post('/:id/unpublish', async (c) =>
    c.json({ data: await unpublishGuide(c.get('ctx'), parseId(c, 'draft')) }),
  );
