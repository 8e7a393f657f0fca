import { Hono } from 'hono';

import { UPLOAD } from '#lib/contract/images.ts';
import { POSTS_PAGE } from '#lib/contract/pages.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/posts.ts';
import { PostInput } from '#lib/contract/posts.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { limitUploads } from '#lib/server/http/middleware/limit-uploads.ts';
import { readMultipart } from '#lib/server/http/multipart.ts';
import { parse, parseIdempotencyKey, parseQuery } from '#lib/server/http/parse-request.ts';

import { createPost } from './create-post.ts';
import { listExplorePosts, listOwnPosts, listPreviewPosts } from './service.ts';

const Page = listQuery(POSTS_PAGE);

const MEGABYTE = 1024 * 1024;

const UPLOAD_LIMITS = {
  files: MAX_ATTACHMENTS,
  tooManyFiles: 'too_many_attachments',
  fileBytes: UPLOAD.maxBytes,
  textBytes: 64 * 1024,
  totalBytes: MAX_ATTACHMENTS * UPLOAD.maxBytes + MEGABYTE,
  fileField: 'attachments',
  textFields: ['title', 'description'],
} as const;

const explore = async (c: RequestContext) => {
  const list = parseQuery(c, Page);
  return c.json({ data: await listExplorePosts(c.get('ctx'), list) });
};

/** Posts (spec 7; design 5). */
export const posts = new Hono<Env>()
  .get('/', explore)
  .get('/discussions', async (c) => {
    const list = parseQuery(c, Page);
    return c.json({ data: await listOwnPosts(c.get('ctx'), list) });
  })
  .get('/posts/limited', async (c) => c.json({ data: await listPreviewPosts(c.get('ctx')) }))
  .post('/posts', limitUploads, async (c) => {
    const ctx = c.get('ctx');
    const key = parseIdempotencyKey(c);
    const { texts, files } = await readMultipart(c.req.raw, UPLOAD_LIMITS);
    const post = await createPost(ctx, parse(PostInput, texts), files, key);
    return c.json({ data: post }, 201);
  });
