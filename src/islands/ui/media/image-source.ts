import { parseImageUrl, srcSet } from '#lib/contract/images.ts';

/** What an image element shows, and where; a held picture's address waits in `data-src`. */
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
 * @param url a stored picture's address
 * @param widths the widths its kind is kept in
 * @returns an image element's attributes
 */
export function imageProps(url: string, widths: readonly number[]): ImageProps {
  const { width, height } = parseImageUrl(url, widths) ?? {};
  return { src: url, srcSet: srcSet(url, widths), width, height };
}
