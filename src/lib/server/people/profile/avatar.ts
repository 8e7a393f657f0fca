import type { Profile } from '#lib/contract/people/profile.ts';
import { updateMember } from '#lib/server/people/members/queries.ts';
import { lockViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import {
  deleteImagesQuietly,
  storeImage,
  transactWithImages,
  type UploadedImage,
} from '#lib/server/platform/images/service.ts';

import { LIMITS } from './limits.ts';
import { getOwnRow, getProfile, requireOpen } from './service.ts';

async function storeAvatar(ctx: Ctx, upload: UploadedImage): Promise<string> {
  try {
    return await storeImage(ctx, upload, 'avatar');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unsupported_image_type') throw error;
    throw new AppError('unsupported_avatar_type');
  }
}

/**
 * Replaces the viewer's avatar.
 * @throws AppError suspended, avatar_closed, image_required, unsupported_avatar_type, rate_limited, and those of images
 */
export async function updateAvatar(ctx: Ctx, upload: UploadedImage | null): Promise<Profile> {
  const { id } = requireViewer(ctx);
  if (!upload) throw new AppError('image_required');
  await requireOpen(ctx, ctx.db, 'avatar');
  await ctx.limits.consume(LIMITS.changeAvatar, id);
  const key = await storeAvatar(ctx, upload).catch(async (error: unknown) => {
    // A rejected image is no change.
    if (error instanceof AppError) await ctx.limits.refund(LIMITS.changeAvatar, id);
    throw error;
  });
  const previousKey = await transactWithImages(
    ctx,
    [key],
    { invalidates: ['posts'] },
    async (tx) => {
      await lockViewer(ctx, tx);
      await requireOpen(ctx, tx, 'avatar');
      const { avatar_key } = await getOwnRow(tx, id);
      await updateMember(tx, id, { avatar_key: key });
      await ctx.notify(tx, { event: 'member_changed', memberId: id });
      return avatar_key;
    },
  );
  if (previousKey) await deleteImagesQuietly(ctx, [previousKey]);
  return getProfile(ctx);
}
