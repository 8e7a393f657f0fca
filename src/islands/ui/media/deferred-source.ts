import { type PictureSource, pictureSource } from './image-source.ts';

// Without a size of its own it takes the picture's shape; what it says is in layouts/components.css.
const NOTHING = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

/** As `pictureSource`, of a picture that is only fetched when it is tapped (layouts/deferred-images.ts). */
export function heldSource(url: string, widths: readonly number[]): PictureSource {
  const { srcSet, ...shown } = pictureSource(url, widths);
  return { ...shown, src: NOTHING, 'data-src': url, 'data-srcset': srcSet };
}
