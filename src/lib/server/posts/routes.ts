import { Hono } from 'hono';
import { etag } from 'hono/etag';

import { listQuery } from '#lib/contract/pagination.ts';
import {
  MEMBER_POSTS_PAGE,
  NewPost,
  type Post,
  postEtag,
  PostInput,
  POSTS_PAGE,
  ReplacedAttachments,
} from '#lib/contract/posts.ts';
import { AppError, nameField } from '#lib/server/errors.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { matchesEtag } from '#lib/server/http/etag.ts';
import { limitConcurrentUploads } from '#lib/server/http/middleware/limit-concurrent-uploads.ts';
import { requireAuth } from '#lib/server/http/middleware/require-auth.ts';
import { readMultipart } from '#lib/server/http/multipart.ts';
import { parseJsonText } from '#lib/server/http/parse-json.ts';
import {
  parse,
  parseId,
  parseIdempotencyKey,
  parseJson,
  parseQuery,
} from '#lib/server/http/parse-request.ts';

import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { replaceAttachments } from './replace-attachments.ts';
import * as service from './service.ts';
import { updatePost } from './update-post.ts';
import { ATTACHMENTS_UPLOAD, POST_UPLOAD } from './upload-limits.ts';

const Page = listQuery(POSTS_PAGE);
const MemberPage = listQuery(MEMBER_POSTS_PAGE);

// What is no text is sent as JSON.
const JSON_FIELDS = new Set(['listing', 'attachment_alts']);

/** @throws AppError malformed_json */
function parseField([name, text]: [string, string]): [string, unknown] {
  try {
    return [name, JSON_FIELDS.has(name) ? parseJsonText(text) : text];
  } catch (error) {
    throw error instanceof AppError ? nameField(error, name) : error;
  }
}

/**
 * Reads the texts of a form; empty ones that would be JSON are left out.
 * @throws AppError malformed_json
 */
const parseTexts = (texts: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([name, text]) => text !== '' || !JSON_FIELDS.has(name))
      .map(parseField),
  );

/** Responds with a post and its ETag. */
function respondWithPost(c: RequestContext, post: Post) {
  c.header('etag', postEtag(post));
  return c.json({ data: post });
}

/** Posts and the lists of them. Guests see only the preview. */
export const posts = new Hono<Env>()
  .get('/posts/limited', etag({ weak: true }), async (c) =>
    c.json({ data: await service.listPreviewPosts(c.get('ctx')) }),
  )
  .use(requireAuth)
  .get('/', async (c) => {
    const list = parseQuery(c, Page);
    return c.json({ data: await service.listExplorePosts(c.get('ctx'), list) });
  })
  .get('/discussions', async (c) => {
    const list = parseQuery(c, Page);
    return c.json({ data: await service.listOwnPosts(c.get('ctx'), list) });
  })
  .get('/users/:id', async (c) => {
    const list = parseQuery(c, MemberPage);
    const id = parseId(c, 'member');
    return c.json({ data: await service.listMemberPosts(c.get('ctx'), id, list) });
  })
  .post('/posts', limitConcurrentUploads, async (c) => {
    const key = parseIdempotencyKey(c);
    const { texts, files } = await readMultipart(c.req.raw, POST_UPLOAD);
    const input = parse(NewPost, parseTexts(texts));
    const post = await createPost(c.get('ctx'), input, files, key);
    return c.json({ data: post }, 201);
  })
  .get('/posts/:id', async (c) =>
    respondWithPost(c, await service.getPost(c.get('ctx'), parseId(c, 'post'))),
  )
  .patch('/posts/:id', async (c) => {
    const id = parseId(c, 'post');
    const input = await parseJson(c, PostInput);
    const condition = c.req.header('if-match');
    const isRequested = condition
      ? (current: string) => matchesEtag(condition, current)
      : undefined;
    return respondWithPost(c, await updatePost(c.get('ctx'), id, input, isRequested));
  })
  .put('/posts/:id/attachments', limitConcurrentUploads, async (c) => {
    const id = parseId(c, 'post');
    const { texts, files } = await readMultipart(c.req.raw, ATTACHMENTS_UPLOAD);
    const input = parse(ReplacedAttachments, parseTexts(texts));
    return c.json({ data: await replaceAttachments(c.get('ctx'), id, input, files) });
  })
  .delete('/posts/:id', async (c) => {
    await deletePost(c.get('ctx'), parseId(c, 'post'));
    return c.json({ data: null });
  });
