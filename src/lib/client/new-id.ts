const TIME_BYTES = 6;

/** A UUIDv7 (RFC 9562): `crypto.randomUUID` makes version 4. */
export function newId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let i = 0; i < TIME_BYTES; i += 1) bytes[i] = now / 2 ** (8 * (TIME_BYTES - 1 - i));
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
