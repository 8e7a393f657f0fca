import { parseImageUrl, srcSet } from '#lib/contract/images.ts';

/** The attributes of an image element; a deferred image's URL is in `data-src`. */
export interface ImageProps {
  src: string;
  srcSet?: string;
  /** pixels */
  width?: number;
  height?: number;
  'data-src'?: string;
  'data-srcset'?: string;
}

/**
 * The attributes for a stored image.
 * @param widths the widths its kind is stored in
 */
export function imageProps(url: string, widths: readonly number[]): ImageProps {
  const { width, height } = parseImageUrl(url, widths) ?? {};
  return { src: url, srcSet: srcSet(url, widths), width, height };
}
