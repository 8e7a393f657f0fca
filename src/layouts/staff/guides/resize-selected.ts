import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';

/** Resizes the photo of a file field: those of phones are larger than what the server takes. Says when it is empty. */
export async function resizeSelected(field: HTMLInputElement): Promise<void> {
  const [file] = field.files ?? [];
  field.setCustomValidity(file?.size === 0 ? IMAGE_MESSAGES.image_empty : '');
  if (!field.reportValidity() || !file) return;
  const { resizeImage } = await import('#islands/forum/posts/create/resize-image.ts');
  const resized = await resizeImage(file);
  // Another one may have been selected since.
  if (resized === file || field.files?.[0] !== file) return;
  const transfer = new DataTransfer();
  transfer.items.add(resized);
  field.files = transfer.files;
}
