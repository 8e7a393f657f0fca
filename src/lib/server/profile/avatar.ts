import type { Profile } from '#lib/contract/profile.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { AppError } from '#lib/server/errors.ts';
import type { ProcessedImage } from '#lib/server/images/encode-image.ts';
import { processImage } from '#lib/server/images/process-image.ts';
import {
  deleteImagesQuietly,
  transactWithImages,
  type UploadedImage,
} from '#lib/server/images/service.ts';
import { updateMember } from '#lib/server/members/queries.ts';
import { saveImage } from '#lib/server/storage/save-files.ts';

import { LIMITS } from './limits.ts';
import { getProfile, getOwnRow } from './service.ts';

async function processAvatar(upload: UploadedImage): Promise<ProcessedImage> {
  try {
    return await processImage(upload, 'avatar');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unsupported_image_type') throw error;
    throw new AppError('unsupported_avatar_type');
  }
}

/**
 * Replaces the viewer's avatar.
 * @throws AppError image_required, unsupported_avatar_type, rate_limited, and those of images
 */
export async function updateAvatar(ctx: Ctx, upload: UploadedImage | null): Promise<Profile> {
  const { id } = requireViewer(ctx);
  if (!upload) throw new AppError('image_required');
  await ctx.limits.consume(LIMITS.changeAvatar, id);
  const image = await processAvatar(upload).catch(async (error: unknown) => {
    // A rejected image is no change.
    if (error instanceof AppError) await ctx.limits.refund(LIMITS.changeAvatar, id);
    throw error;
  });
  const key = await saveImage(ctx.files, image);
  const previousKey = await transactWithImages(
    ctx,
    [key],
    { invalidates: ['posts'] },
    async (tx) => {
      const { avatar_key } = await getOwnRow(tx, id);
      await updateMember(tx, id, { avatar_key: key });
      return avatar_key;
    },
  );
  if (previousKey) await deleteImagesQuietly(ctx, [previousKey]);
  return getProfile(ctx);
}
