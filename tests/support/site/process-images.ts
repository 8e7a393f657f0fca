import { processImage as process } from '#lib/server/platform/images/process-image.ts';

/** Processes the image of a post. */
export const processImage = (bytes: Uint8Array, type: string, name = '') =>
  process({ type, bytes, name }, 'post');

/** Processes an avatar. */
export const processAvatar = (bytes: Uint8Array, type: string, name = '') =>
  process({ type, bytes, name }, 'avatar');
