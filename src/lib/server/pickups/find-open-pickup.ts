import type { Ctx } from '#lib/server/context.ts';

import { findOpenOf } from './queries.ts';

/** @returns the id of the viewer's open pickup of a listing; null when there is none, or for a guest */
export const findOpenPickup = async ({ db, viewer }: Ctx, postId: string): Promise<string | null> =>
  viewer && findOpenOf(db, viewer.id, postId);
