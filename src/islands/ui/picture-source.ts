import { readPicture, srcSet } from '#lib/contract/pictures.ts';

/** What an image element shows, and where; a held picture's address waits in `data-src`. */
interface PictureSource {
  src: string;
  srcSet?: string;
  /** pixels */
  width?: number;
  height?: number;
  'data-src'?: string;
  'data-srcset'?: string;
}

// The mark's green: a drawing knows nothing of the theme, and this is seen in both.
const LEAF = '#2f6b3c';
const WIDTH = 320;
const PLATE = { width: 216, height: 44 };

/** A drawing in the shape of the picture it stands for, which says what to do. */
function placeholder(width: number, height: number): string {
  const tall = Math.round((WIDTH * height) / width);
  const [x, y] = [(WIDTH - PLATE.width) / 2, (tall - PLATE.height) / 2];
  const plate = `<rect x="${x}" y="${y}" width="${PLATE.width}" height="${PLATE.height}" rx="22" fill="${LEAF}"/>`;
  const text = `<text x="50%" y="${tall / 2 + 6}" fill="#fff" font-family="sans-serif" font-size="17" text-anchor="middle">Tap to show the picture</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${tall}" width="${width}" height="${height}">${plate}${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * @param url a stored picture's address
 * @param widths the widths its kind is kept in
 * @param held whether it is only fetched when it is tapped (layouts/held-pictures.ts)
 * @returns an image element's attributes
 */
export function pictureSource(
  url: string,
  widths: readonly number[],
  held: boolean,
): PictureSource {
  const { width, height } = readPicture(url, widths) ?? {};
  const sizes = srcSet(url, widths);
  if (!held || !width || !height) return { src: url, srcSet: sizes, width, height };
  const src = placeholder(width, height);
  return { src, width, height, 'data-src': url, 'data-srcset': sizes };
}
