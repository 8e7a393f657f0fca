import { renderSVG } from 'uqr';

// A quarter of it may be dirty or folded; a border of four white modules surrounds it (ISO/IEC 18004).
const OPTIONS = { ecc: 'Q', border: 4, pixelSize: 1 } as const;

/**
 * Draws a link as a QR code.
 * @returns an SVG without a fixed size, black on white in both themes
 */
export const drawQrCode = (link: string): string => renderSVG(link, OPTIONS);
