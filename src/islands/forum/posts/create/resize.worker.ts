// Resizes photos to the largest stored width (lib/contract/images.ts).
import { IMAGE_WIDTHS } from '#lib/contract/images.ts';

const MAX_WIDTH = Math.max(...IMAGE_WIDTHS);
/** The area of a square of that width, which keeps tall photos sharp and long screenshots legible. */
const MAX_PIXELS = MAX_WIDTH ** 2;
const QUALITY = 0.85;
const OPAQUE = 255;

/** Creates a canvas for the image, without enlarging it. */
function canvasFor({ width, height }: ImageBitmap): OffscreenCanvas {
  const scale = Math.min(1, MAX_WIDTH / width, Math.sqrt(MAX_PIXELS / (width * height)));
  return new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
}

function createContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas context.');
  // Browsers that resist fingerprinting read back different pixels.
  context.fillStyle = '#102030';
  context.fillRect(0, 0, 1, 1);
  const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
  if (r !== 0x10 || g !== 0x20 || b !== 0x30) throw new Error('This canvas cannot be trusted.');
  context.clearRect(0, 0, 1, 1);
  context.imageSmoothingQuality = 'high';
  return context;
}

/** Transparent images stay PNG, as JPEG cannot store transparency. */
function hasAlpha(context: OffscreenCanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha]! < OPAQUE) return true;
  return false;
}

async function resize(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const canvas = canvasFor(bitmap);
  const context = createContext(canvas);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const type = hasAlpha(context) ? 'image/png' : 'image/jpeg';
  return canvas.convertToBlob({ type, quality: QUALITY });
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  // An unhandled rejection would not reach the page; a reported error does.
  resize(data).then(
    (resized) => postMessage(resized),
    (error: unknown) => reportError(error),
  );
});
