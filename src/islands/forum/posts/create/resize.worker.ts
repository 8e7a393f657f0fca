// A worker that draws photos as large as they are kept (contract/pictures.ts): more is not worth sending.
import { IMAGE_WIDTHS } from '#lib/contract/images.ts';

const MAX_WIDTH = Math.max(...IMAGE_WIDTHS);
/** As many as a square of the largest width has: tall photos stay sharp, long screenshots legible. */
const MAX_PIXELS = MAX_WIDTH ** 2;
const QUALITY = 0.85;
const OPAQUE = 255;

/** @returns the canvas for a picture, never larger than the picture */
function canvasFor({ width, height }: ImageBitmap): OffscreenCanvas {
  const scale = Math.min(1, MAX_WIDTH / width, Math.sqrt(MAX_PIXELS / (width * height)));
  return new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
}

function createContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (!brush) throw new Error('No canvas to draw on.');
  // Browsers that hide from trackers answer with other pixels than those that were drawn.
  brush.fillStyle = '#102030';
  brush.fillRect(0, 0, 1, 1);
  const [r, g, b] = brush.getImageData(0, 0, 1, 1).data;
  if (r !== 0x10 || g !== 0x20 || b !== 0x30) throw new Error('This canvas cannot be trusted.');
  brush.clearRect(0, 0, 1, 1);
  brush.imageSmoothingQuality = 'high';
  return brush;
}

/** @returns whether something would show through: a JPEG could not tell that */
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
  // Unhandled, a rejection would not reach the page: thrown anew, it is the worker's error.
  resize(data).then(
    (resized) => postMessage(resized),
    (error: unknown) => reportError(error),
  );
});
