/** Smaller files are sent unchanged. */
const MIN_BYTES = 200 * 1024;
const TIMEOUT_MS = 20_000;

/** Resizes in a worker, so that typing stays smooth. Each image gets its own worker, which frees the memory. */
function resizeInWorker(file: File): Promise<Blob> {
  const worker = new Worker(new URL('./resize.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data));
    worker.addEventListener('error', reject);
    setTimeout(reject, TIMEOUT_MS);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

async function resize(file: File): Promise<File> {
  const resized = await resizeInWorker(file);
  if (resized.size >= file.size) return file;
  const extension = resized.type === 'image/png' ? '.png' : '.jpg';
  return new File([resized], file.name.replace(/\.\w+$/, '') + extension, { type: resized.type });
}

// One image at a time: five decoded photos would fill a cheap phone’s memory.
let previous: Promise<unknown> = Promise.resolve();

/**
 * Resizes a photo and applies its rotation.
 * @returns the original file when it is small or cannot be decoded
 */
export function resizeImage(file: File): Promise<File> {
  if (file.size < MIN_BYTES) return Promise.resolve(file);
  const resized = previous.then(() => resize(file)).catch(() => file);
  previous = resized;
  return resized;
}
