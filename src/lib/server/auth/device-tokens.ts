import type { Services } from '#lib/server/context.ts';
import { randomToken } from '#lib/server/secrets.ts';

/** An account, as far as devices are known to it; one that nobody has is none's. */
export interface DeviceAccount {
  /** in lower case */
  email: string;
  /** argon2id in PHC form */
  passwordHash: string;
}

// With the password's hash in it, a new password makes a stranger of every browser from before.
const payload = ({ email, passwordHash }: DeviceAccount, nonce: string) =>
  `${email} ${nonce} ${passwordHash}`;

/**
 * A token by which a browser shows that it knew an account's present password, or gave it (docs/decisions/0005-sign-in-limits.md).
 * @returns one of its own for each browser, for the device cookie
 */
export function createDeviceToken({ secrets }: Services, account: DeviceAccount): string {
  const nonce = randomToken();
  return `${nonce}.${secrets.sign('device', payload(account, nonce))}`;
}

/** @returns whether a browser has shown that it knows an account @param device its device token, or null */
export function isKnownDevice(
  { secrets }: Services,
  account: DeviceAccount,
  device: string | null,
): boolean {
  const [nonce = '', ...rest] = device?.split('.') ?? [];
  // All that follows: with more behind it, one token would be many, each with tries of its own.
  return secrets.verify('device', payload(account, nonce), rest.join('.'));
}
