import { type ImageProps, imageProps } from './image-source.ts';

// Without a size of its own it takes the picture's shape; what it says is in layouts/components.css.
const EMPTY_IMAGE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

/** As `pictureSource`, of a picture that is only fetched when it is tapped (layouts/deferred-images.ts). */
export function deferredImageProps(url: string, widths: readonly number[]): ImageProps {
  const { srcSet, ...shown } = imageProps(url, widths);
  return { ...shown, src: EMPTY_IMAGE, 'data-src': url, 'data-srcset': srcSet };
}
