import { ConfigError } from './config-error.ts';

/** Where alerts about the site are posted. */
export interface AlertConfig {
  url: string;
  /** the key of their signatures */
  key: Buffer;
}

// As Standard Webhooks asks for.
const MIN_BYTES = 24;
const PREFIX = /^whsec_/;
const BASE64 = /^[\d+/A-Za-z]+={0,2}$/;

function readKey(secret: string): Buffer {
  const text = secret.replace(PREFIX, '');
  const key = Buffer.from(text, 'base64');
  if (BASE64.test(text) && key.length >= MIN_BYTES) return key;
  throw new ConfigError(
    `ALERT_SECRET is missing, or not ${MIN_BYTES} bytes in base64: without it the receiver of ALERT_URL cannot know who wrote. Set what \`openssl rand -base64 32\` prints.`,
  );
}

/**
 * @param url null when none are posted
 * @throws ConfigError
 */
export const readAlert = (url: string | null, secret = ''): AlertConfig | null =>
  url === null ? null : { url, key: readKey(secret) };
