import { type PictureSource, pictureSource } from './picture-source.ts';

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
 * As `pictureSource`, of a picture that is only fetched when it is tapped (layouts/held-pictures.ts). Apart from it,
 * because members' pages never hold one.
 */
export function heldSource(url: string, widths: readonly number[]): PictureSource {
  const shown = pictureSource(url, widths);
  const { width, height } = shown;
  if (!width || !height) return shown;
  const src = placeholder(width, height);
  return { src, width, height, 'data-src': url, 'data-srcset': shown.srcSet };
}
