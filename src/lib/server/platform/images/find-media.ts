import type { Ctx } from '#lib/server/platform/context.ts';
import { isFileKey, rootKeyOf, type StoredFile } from '#lib/server/platform/storage/file-store.ts';
import { isUnavailable } from '#lib/server/platform/to-app-error.ts';

import { findQuarantineOf, isDraftFile } from './queries.ts';
import { findStoredFile } from './service.ts';

/** While the database is away, images of pages that are shown all the same are served, uncached. */
const nullWhenAway = (error: unknown): null => {
  if (isUnavailable(error)) return null;
  throw error;
};

/** A file as its URL serves it. */
export interface Media {
  file: StoredFile;
  /** whether everyone may have it; otherwise no cache may store it */
  isPublic: boolean;
}

/**
 * Finds the file of a URL. Images of what staff removed, and files of what they have not published, are for staff alone;
 * those of a post that awaits review for its author, too.
 * @param key from the URL
 * @returns null for what the viewer may not have, as for what is not there
 * @throws StorageError
 */
export async function findMedia(ctx: Ctx, key: string): Promise<Media | null> {
  if (!isFileKey(key)) return null;
  const root = rootKeyOf(key);
  const isStaff = ctx.viewer?.role === 'staff';
  const isDraft = await isDraftFile(ctx.db, root).catch(nullWhenAway);
  if (isDraft && !isStaff) return null;
  const hidden = await findQuarantineOf(ctx.db, root).catch(nullWhenAway);
  const isOwn = hidden?.decision_id === null && hidden.member_id === ctx.viewer?.id;
  if (hidden && !isOwn && !isStaff) return null;
  const file = await findStoredFile(ctx, key);
  return file && { file, isPublic: hidden === undefined && isDraft === false };
}
