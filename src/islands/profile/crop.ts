import {
  centerCrop,
  makeAspectCrop,
  convertToPercentCrop,
  convertToPixelCrop,
  type PercentCrop,
} from 'react-image-crop';

/** The square's smallest width, in CSS pixels (docs/product.md, Avatars). */
export const MIN_CROP_WIDTH = 25;
const INITIAL_CROP_WIDTH = 150;

/** Twice the largest stored width, in pixels. */
const MAX_OUTPUT_SIDE = 640;

/** The initial square: centred, 150 pixels wide where there is room (docs/product.md, Avatars). */
export function initialCrop({ width, height }: HTMLImageElement): PercentCrop {
  const side = Math.min(INITIAL_CROP_WIDTH, width, height);
  const square = makeAspectCrop({ unit: 'px', width: side }, 1, width, height);
  return convertToPercentCrop(centerCrop(square, width, height), width, height);
}

/**
 * Crops an image to a square PNG.
 * @param crop in percent of the image
 */
export async function cropToSquare(image: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image;
  const { x, y, width, height } = convertToPixelCrop(crop, naturalWidth, naturalHeight);
  const side = Math.max(1, Math.min(Math.round(width), MAX_OUTPUT_SIDE));
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('This browser cannot write PNG.');
  return blob;
}
