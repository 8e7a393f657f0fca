import type { Post } from '#lib/contract/forum/posts.ts';
import { parseImageUrl, srcSet } from '#lib/contract/images.ts';

/** The attributes of an image. The URL of a deferred one is in `data-src`. */
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
 * @param widths in which images of this kind are stored
 */
export function imageProps(url: string, widths: readonly number[]): ImageProps {
  const { width, height } = parseImageUrl(url, widths) ?? {};
  return { src: url, srcSet: srcSet(url, widths), width, height };
}

// An SVG without a size takes the image’s aspect ratio; its label is in layouts/document/components.css.
const EMPTY_IMAGE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Like `imageProps`, but the image loads when tapped (layouts/document/deferred-images.ts). */
export function deferredImageProps(url: string, widths: readonly number[]): ImageProps {
  const { srcSet: deferredSrcSet, ...props } = imageProps(url, widths);
  return { ...props, src: EMPTY_IMAGE, 'data-src': url, 'data-srcset': deferredSrcSet };
}

/** The index of the post whose image is the LCP element, -1 when no image is near the top. */
export const findLcpIndex = (posts: Post[]): number =>
  posts.slice(0, 2).findIndex(({ attachments }) => attachments.length > 0);
