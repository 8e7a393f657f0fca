// Sends SMS through a gateway: an app on a phone with a SIM card, or a service (docs/decisions/0077-sms.md).
import type { SmsConfig } from '#lib/server/platform/config/config.ts';
import {
  DeliveryRejectedError,
  DeliveryRetryError,
} from '#lib/server/platform/deliveries/delivery-worker.ts';

/** A text to a phone. */
interface Sms {
  /** stays the same for a retry, so that the gateway sends it once */
  id: string;
  /** in international format, e.g. +639171234567 */
  to: string;
  /** in the GSM alphabet, at most 160 septets */
  text: string;
  /** for how many seconds it is useful; a phone that is off gets it later */
  ttl: number;
}

/** Sends SMS. */
export interface SmsSender {
  /** @throws DeliveryRejectedError, DeliveryRetryError */
  send(sms: Sms): Promise<void>;
}

const TIMEOUT_MS = 15_000;

type Request = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * The requests of gateways: the app's own format (https://docs.sms-gate.app/integration/api/), or the site's for
 * services.
 */
const FORMS: Record<SmsConfig['kind'], (sms: Sms) => { path: string; body: object }> = {
  phone: ({ id, to, text, ttl }) => ({
    path: 'message',
    body: { id, phoneNumbers: [to], textMessage: { text }, ttl },
  }),
  service: (sms) => ({ path: '', body: sms }),
};

const CONFLICT = 409;
/**
 * The gateway cannot send to this number. Other errors concern the gateway: they are temporary, or will be corrected.
 */
const REJECTED = new Set([400, 422]);

/** Sends requests to the gateway. Redirects are not followed, since they would receive the password. */
const requestOf =
  ({ url, authorization }: SmsConfig): Request =>
  (path, init = {}) =>
    fetch(path === '' ? url : new URL(path, url.endsWith('/') ? url : `${url}/`), {
      ...init,
      headers: { authorization, 'content-type': 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });

/** Whether the phone already has the message: it rejects a known id, after the first response was lost. */
async function isKnown(request: Request, { id }: Sms): Promise<boolean> {
  const response = await request(`message/${id}`);
  await response.body?.cancel();
  return response.ok;
}

/** @throws DeliveryRejectedError, DeliveryRetryError unless it was accepted */
function requireTaken({ ok, status, headers }: Response): void {
  if (ok || status === CONFLICT) return;
  const message = `The SMS gateway responded with ${status}.`;
  if (REJECTED.has(status)) throw new DeliveryRejectedError(message);
  throw new DeliveryRetryError(message, Number(headers.get('retry-after')) || null);
}

/** Opens the SMS sender. @returns null when no SMS are sent */
export function openSms(config: SmsConfig | null): SmsSender | null {
  if (!config) return null;
  const { kind } = config;
  const request = requestOf(config);
  const send = async (sms: Sms): Promise<void> => {
    const { path, body } = FORMS[kind](sms);
    const response = await request(path, { method: 'POST', body: JSON.stringify(body) });
    await response.body?.cancel();
    if (kind === 'phone' && response.status >= 500 && (await isKnown(request, sms))) return;
    requireTaken(response);
  };
  return {
    async send(sms) {
      try {
        await send(sms);
      } catch (error) {
        if (error instanceof DeliveryRejectedError || error instanceof DeliveryRetryError)
          throw error;
        throw new DeliveryRetryError('The SMS gateway was not reached.', null, { cause: error });
      }
    },
  };
}
