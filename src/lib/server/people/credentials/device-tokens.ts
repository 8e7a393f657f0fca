import type { Services } from '#lib/server/platform/context.ts';
import { randomToken } from '#lib/server/platform/secrets.ts';

/** The parts of an account that its device tokens depend on. */
export interface DeviceAccount {
  /** the login: an email in lower case, or a phone number */
  login: string;
  /** argon2id in PHC form */
  passwordHash: string;
}

// The password hash invalidates the tokens of all browsers when the password changes.
const payload = ({ login, passwordHash }: DeviceAccount, nonce: string) =>
  `${login} ${nonce} ${passwordHash}`;

/**
 * @returns a unique value for the device cookie
 * @returns a unique value for the device cookie
 */
export function createDeviceToken({ secrets }: Services, account: DeviceAccount): string {
  const nonce = randomToken();
  return `${nonce}.${secrets.sign('device', payload(account, nonce))}`;
}

/** Whether a device token is valid for an account. */
export function isKnownDevice(
  { secrets }: Services,
  account: DeviceAccount,
  device: string | null,
): boolean {
  const [nonce = '', ...rest] = device?.split('.') ?? [];
  // All parts: ignoring trailing ones would turn one token into many, each with its own attempts.
  return secrets.verify('device', payload(account, nonce), rest.join('.'));
}
