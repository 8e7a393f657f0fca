import { AppError } from '#lib/server/errors.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws AppError invalid_encoding: a lenient decoder would store other characters than were sent */
export function decodeUtf8(bytes: Uint8Array | ArrayBuffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new AppError('invalid_encoding');
  }
}
