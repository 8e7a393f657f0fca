/** What a member may upload (spec 5, spec 9). */
export const UPLOAD = {
  /** bytes a picture */
  maxBytes: 5 * 1024 * 1024,
  /** the declared types that are taken */
  types: ['image/png', 'image/jpeg'],
  /** pixels a picture may decode to: 40 megapixels (design 3) */
  maxPixels: 40e6,
} as const;

/**
 * The widths a picture is kept in, in pixels; a smaller original is kept at its own width instead. 720 is that of most
 * phones' screens, for half the bytes of 960 (docs/decisions/0021-webp.md).
 */
export const IMAGE_WIDTHS = [480, 720, 960, 1600] as const;

/** The width a picture is saved in to be seen without a connection: that of a phone's screen, in pixels. */
const OFFLINE_WIDTH = 960;

/** The sides of an avatar's squares, in pixels. */
export const AVATAR_WIDTHS = [96, 320] as const;

/** What a link to a resource shows where it is shared: some networks take no WebP. Its sides in pixels. */
export const SOCIAL_IMAGE = {
  file: 'shared.jpg',
  type: 'image/jpeg',
  width: 1200,
  height: 630,
} as const;

/** A stored picture: its address tells its size, so that a page can reserve its place. */
export interface StoredImage {
  /** pixels, of the largest size kept */
  width: number;
  height: number;
  /** widths kept, ascending, in pixels */
  widths: number[];
}

// /media/<22 random letters>-<width>x<height>/<width>.webp
const IMAGE_URL = /^\/media\/[\w-]{22}-(\d+)x(\d+)\/\d+\.webp$/;

/**
 * Which of the wished widths exist for a picture.
 * @param width of the picture itself, pixels
 * @param requested ascending widths
 */
export function availableWidths(width: number, requested: readonly number[]): number[] {
  return [...requested.filter((each) => each < width), Math.min(width, requested.at(-1) ?? width)];
}

/** @returns the address of one size of a picture @param key the picture's storage key @param width one of its kept widths */
export const imageUrl = (key: string, width: number): string => `/media/${key}/${width}.webp`;

/** @returns the pixel size written into a picture's key */
export function imageSize(key: string): { width: number; height: number } {
  const [width = 0, height = 0] = (key.split('-').at(-1) ?? '').split('x').map(Number);
  return { width, height };
}

/**
 * Reads a picture's address.
 * @param url as an API answer gives it
 * @param requested the widths its kind is kept in
 * @returns its measures, or null when the address is no stored picture's
 */
export function parseImageUrl(url: string, requested: readonly number[]): StoredImage | null {
  const [, width, height] = IMAGE_URL.exec(url)?.map(Number) ?? [];
  if (!width || !height) return null;
  return { width, height, widths: availableWidths(width, requested) };
}

/** @returns the `srcset` of a picture @param url its address @param requested the widths its kind is kept in */
export function srcSet(url: string, requested: readonly number[]): string | undefined {
  const folder = url.slice(0, url.lastIndexOf('/'));
  return parseImageUrl(url, requested)
    ?.widths.map((width) => `${folder}/${width}.webp ${width}w`)
    .join(', ');
}

/** @returns the address of what a shared link shows of a cover @param url its address */
export const socialImageUrl = (url: string): string => url.replace(/\d+\.webp$/, SOCIAL_IMAGE.file);

/** @returns the address of the size of a picture that is saved for offline @param url its address */
export function offlineUrl(url: string): string {
  const { widths = [] } = parseImageUrl(url, IMAGE_WIDTHS) ?? {};
  const width = widths.find((each) => each >= OFFLINE_WIDTH) ?? widths.at(-1);
  return width ? url.replace(/\d+\.webp$/, `${width}.webp`) : url;
}
