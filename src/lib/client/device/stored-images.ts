/** An image as it is stored: private sessions of WebKit refuse files. */
interface ImageBytes {
  buffer: ArrayBuffer;
  type: string;
  name: string;
}

/** An image of an unsent post; versions up to 0.2.0 stored the files themselves. */
export type StoredImage = ImageBytes | File;

export const toFile = (image: StoredImage): File =>
  image instanceof File ? image : new File([image.buffer], image.name, { type: image.type });

export async function toBytes(image: StoredImage): Promise<ImageBytes> {
  if (!(image instanceof File)) return image;
  const { type, name } = image;
  return { buffer: await image.arrayBuffer(), type, name };
}

export const sizeOf = (images: StoredImage[]): number =>
  images.reduce((sum, each) => sum + ('size' in each ? each.size : each.buffer.byteLength), 0);
