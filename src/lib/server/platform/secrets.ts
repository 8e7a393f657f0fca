import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The purpose of a key. With a key for each, a token of one purpose is invalid for another. */
export type Purpose =
  | 'csrf'
  | 'contact'
  | 'access'
  | 'device'
  | 'reset'
  | 'password-link'
  | 'desk-code'
  | 'email'
  | 'invitation'
  | 'proof'
  | 'passkey'
  | 'push'
  | 'stop-emails'
  | 'sms-number'
  | 'calendar';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @returns 256 random bits, base64url (ASVS 11.5.1) */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** @returns the SHA-256 of a random token, base64url, which is stored instead of the token */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** Derives a key per purpose from the site's secret. */
export class Secrets {
  readonly #keys = new Map<Purpose, Buffer>();
  readonly #secret: string;

  /** @param secret at least 32 characters */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** @returns the 256-bit key of a purpose */
  key(purpose: Purpose): Buffer {
    return this.#keys.getOrInsertComputed(purpose, () =>
      Buffer.from(hkdfSync('sha256', this.#secret, '', `glean ${purpose}`, 32)),
    );
  }

  /** @returns the HMAC-SHA-256 of a text with a purpose's key, base64url */
  sign(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.key(purpose)).update(text).digest('base64url');
  }

  /**
   * Compares in constant time.
   * @returns whether `signature` belongs to the text
   */
  verify(purpose: Purpose, text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(purpose, text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  /**
   * Encrypts a text with a purpose's key.
   * @returns base64url, for `decrypt`
   */
  encrypt(purpose: Purpose, text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key(purpose), iv);
    const encrypted = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(encrypted).toString('base64url');
  }

  /**
   * Decrypts what `encrypt` returned.
   * @throws Error when it was changed, or encrypted with another secret
   */
  decrypt(purpose: Purpose, encrypted: string): string {
    const bytes = Buffer.from(encrypted, 'base64url');
    const decipher = createDecipheriv(CIPHER, this.key(purpose), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return (
      decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') +
      decipher.final('utf8')
    );
  }
}

/** The secret of a demo: created on the first start and stored, so that sessions outlive a restart. */
export function loadOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  try {
    writeFileSync(path, randomToken(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
