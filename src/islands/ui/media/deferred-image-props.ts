import { type ImageProps, imageProps } from './image-props.ts';

// Without a size of its own it takes the image's shape; its label is in layouts/components.css.
const EMPTY_IMAGE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

/** As `imageProps`, for an image that loads when tapped (layouts/deferred-images.ts). */
export function deferredImageProps(url: string, widths: readonly number[]): ImageProps {
  const { srcSet, ...props } = imageProps(url, widths);
  return { ...props, src: EMPTY_IMAGE, 'data-src': url, 'data-srcset': srcSet };
}
