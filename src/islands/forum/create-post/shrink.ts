/** Photos are kept 1600 pixels wide at most (contract/pictures.ts): more is not worth sending. */
const LONGEST_SIDE_PX = 1600;
const QUALITY = 0.85;
/** A picture below this is sent as it is. */
const WORTHWHILE_BYTES = 200 * 1024;

async function draw(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width * scale, bitmap.height * scale].map(Math.round) as [
    number,
    number,
  ];
  const canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('No canvas to draw on.');
  // A JPEG has no transparency: what shows through is paper.
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, width, height);
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

async function redraw(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const blob = await draw(bitmap);
    if (blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type });
  } finally {
    bitmap.close();
  }
}

// One after the other: five photos decoded at once would fill a cheap phone's memory.
let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a photo smaller before it is sent, when that saves data: it turns it the right way up, too.
 * @returns the smaller one; the same file when it is small already or cannot be read here
 */
export function shrink(file: File): Promise<File> {
  if (file.size < WORTHWHILE_BYTES) return Promise.resolve(file);
  const smaller = last.then(() => redraw(file)).catch(() => file);
  last = smaller;
  return smaller;
}
