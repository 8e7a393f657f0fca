/** See docs/product.md, "Uploads". */
export const UPLOAD = {
  /** per image */
  maxBytes: 5 * 1024 * 1024,
  types: ['image/png', 'image/jpeg'],
  /** after decoding */
  maxPixels: 40e6,
  /** the maximum of JPEG, in pixels */
  maxSide: 65_535,
} as const;

/** See docs/product.md, "Avatars". */
export const AVATAR = { types: UPLOAD.types, maxBytes: UPLOAD.maxBytes, field: 'avatar' } as const;

/**
 * Stored widths, in pixels; a smaller original keeps its own. 720 is most phones' width, with half the bytes of 960
 * (docs/decisions/0021-webp.md).
 */
export const IMAGE_WIDTHS = [480, 720, 960, 1600] as const;

/** A phone's width, in pixels. */
const OFFLINE_WIDTH = 960;

/** Sides of the stored squares, in pixels. */
export const AVATAR_WIDTHS = [96, 320] as const;

/** The preview image of a shared link, in pixels; JPEG, because some networks require it. */
export const SOCIAL_IMAGE = {
  file: 'shared.jpg',
  type: 'image/jpeg',
  width: 1200,
  height: 630,
} as const;

/** A stored image. Its URL contains its size, so that pages can reserve the space. */
export interface StoredImage {
  /** of the largest stored size, in pixels */
  width: number;
  height: number;
  /** ascending */
  widths: number[];
}

// /media/<22 random characters>-<width>x<height>/<width>.webp
const IMAGE_URL = /^\/media\/[\w-]{22}-(\d+)x(\d+)\/\d+\.webp$/;

/**
 * @param width of the image, in pixels
 * @param requested ascending
 * @returns the requested widths that are stored
 */
export function availableWidths(width: number, requested: readonly number[]): number[] {
  return [...requested.filter((each) => each < width), Math.min(width, requested.at(-1) ?? width)];
}

/**
 * @param key the image's storage key
 * @param width one of the stored widths
 */
export const imageUrl = (key: string, width: number): string => `/media/${key}/${width}.webp`;

/** @returns the path of an image in its largest width */
export const largestImageUrl = (key: string): string => imageUrl(key, imageSize(key).width);

/** @returns the size in a storage key, in pixels */
export function imageSize(key: string): { width: number; height: number } {
  const [width = 0, height = 0] = (key.split('-').at(-1) ?? '').split('x').map(Number);
  return { width, height };
}

/**
 * Parses the URL of a stored image.
 * @param requested the widths for its kind of image
 * @returns null for another URL
 */
export function parseImageUrl(url: string, requested: readonly number[]): StoredImage | null {
  const [, width, height] = IMAGE_URL.exec(url)?.map(Number) ?? [];
  if (!width || !height) return null;
  return { width, height, widths: availableWidths(width, requested) };
}

export const isImageUrl = (url: string): boolean => IMAGE_URL.test(url);

/** @returns the storage key in the URL of a stored image */
export const imageKeyOf = (url: string): string => url.split('/').at(-2) ?? '';

/** @param requested the widths for its kind of image */
export function srcSet(url: string, requested: readonly number[]): string | undefined {
  const folder = url.slice(0, url.lastIndexOf('/'));
  return parseImageUrl(url, requested)
    ?.widths.map((width) => `${folder}/${width}.webp ${width}w`)
    .join(', ');
}

export const socialImageUrl = (url: string): string => url.replace(/\d+\.webp$/, SOCIAL_IMAGE.file);

/** @returns the URL of the size for offline reading */
export function offlineUrl(url: string): string {
  const { widths = [] } = parseImageUrl(url, IMAGE_WIDTHS) ?? {};
  const width = widths.find((each) => each >= OFFLINE_WIDTH) ?? widths.at(-1);
  return width ? url.replace(/\d+\.webp$/, `${width}.webp`) : url;
}
