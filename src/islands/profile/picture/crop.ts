import {
  centerCrop,
  makeAspectCrop,
  convertToPercentCrop,
  convertToPixelCrop,
  type PercentCrop,
} from 'react-image-crop';

/** The smallest width of the square, in CSS pixels (docs/product.md, Avatars). */
export const MIN_CROP_WIDTH = 25;
const INITIAL_CROP_WIDTH = 150;

/** The short side of the whole image on screen, most of which the initial square covers. */
const SHORT_SIDE = 200;
export const MAX_ZOOM = 5;
const WHOLE = 100;

/** Twice the largest stored width, in pixels. */
const MAX_OUTPUT_SIDE = 640;

/** CSS pixels. */
interface Size {
  width: number;
  height: number;
}

/**
 * The initial square: centered, 150 pixels wide if it fits (docs/product.md, Avatars).
 * @param size of the image on screen
 */
export function initialCrop({ width, height }: Size): PercentCrop {
  const side = Math.min(INITIAL_CROP_WIDTH, width, height);
  const square = makeAspectCrop({ unit: 'px', width: side }, 1, width, height);
  return convertToPercentCrop(centerCrop(square, width, height), width, height);
}

/** The size, in CSS pixels, at which the whole image fits into its frame. */
export function fitInto(frame: Size, { naturalWidth, naturalHeight }: HTMLImageElement): Size {
  const scale = Math.min(
    SHORT_SIDE / Math.min(naturalWidth, naturalHeight),
    frame.width / naturalWidth,
    frame.height / naturalHeight,
  );
  return { width: naturalWidth * scale, height: naturalHeight * scale };
}

/** The start of a resized part, keeping its center unless that leaves the image. */
const startOf = (start: number, length: number, next: number): number =>
  Math.min(Math.max(start + (length - next) / 2, 0), WHOLE - next);

/** Scales a square around its center, within the image. */
export function scaleCrop({ x, y, width, height }: PercentCrop, factor: number): PercentCrop {
  const limited = Math.min(factor, WHOLE / width, WHOLE / height);
  const [w, h] = [width * limited, height * limited];
  return {
    unit: '%',
    x: startOf(x, width, w),
    y: startOf(y, height, h),
    width: w,
    height: h,
  };
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
