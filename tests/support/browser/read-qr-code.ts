import type { Locator } from '@playwright/test';
import readQrCode from 'jsqr';
import sharp from 'sharp';

/** Decodes the QR code that an element shows. */
export async function decodeQrCode(element: Locator): Promise<string> {
  const image = sharp(await element.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const code = readQrCode(new Uint8ClampedArray(data), info.width, info.height);
  if (!code) throw new Error('No QR code can be read there.');
  return code.data;
}
