import { Hono } from 'hono';

import { SavedState } from '#lib/contract/forum/posts.ts';
import { SAVED_PAGE, SavedPostPage } from '#lib/contract/forum/saved-posts.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { SAVED_PATH } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type FormAction,
  handleForms,
  type RenderRejected,
} from '#lib/server/platform/http/page-forms.ts';
import { readId } from '#lib/server/platform/http/parse-request.ts';

import { LIMITS, listSaved, savePost, unsavePost } from './service.ts';

/** Posts that members saved for later. */
export const calls = {
  'GET /web/forum/saved': call({
    summary: 'List the posts that I saved for later',
    token: true,
    query: listQuery(SAVED_PAGE),
    response: SavedPostPage,
    run: (ctx, { query }) => listSaved(ctx, query),
  }),
  'PUT /web/forum/posts/:id/saved': call({
    summary: 'Save a post for later',
    token: true,
    response: SavedState,
    errors: ['too_many_saved'],
    limits: [LIMITS.save],
    ids: { id: 'post' },
    actsFor: 'self',
    run: (ctx, { id }) => savePost(ctx, id),
  }),
  'DELETE /web/forum/posts/:id/saved': call({
    summary: 'Remove a post from what I saved',
    token: true,
    response: SavedState,
    limits: [LIMITS.save],
    ids: { id: 'post' },
    actsFor: 'self',
    run: (ctx, { id }) => unsavePost(ctx, id),
  }),
} satisfies Calls;

const actOn =
  (act: (ctx: Ctx, postId: string) => Promise<unknown>, done: string): FormAction =>
  async (ctx, { values }) => {
    const id = readId(values.get('post_id'), 'post');
    await act(ctx, id);
    return `${SAVED_PATH}?done=${done}`;
  };

const ACTIONS = { save: actOn(savePost, 'saved'), remove: actOn(unsavePost, 'removed') };

/** The plain forms that save a post for later, or remove it. */
export const savedPostForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post(SAVED_PATH, handleForms(render, ACTIONS));
