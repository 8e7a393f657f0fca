// Web push: messages to browsers, encrypted for each (RFC 8030, 8291, 8292; docs/decisions/0073-web-push.md).
import { createECDH, hash } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';

import { buildPushPayload } from '@block65/webcrypto-web-push';

import { DeliveryRetryError } from '#lib/server/platform/deliveries/delivery-worker.ts';
import type { Secrets } from '#lib/server/platform/secrets.ts';
import { site } from '#lib/site.ts';

import { PrivateHostError, type Resolve, resolvePublic } from './public-address.ts';

/** The site's keys (RFC 8292), base64url. */
interface VapidKeys {
  /** a contact for push services */
  subject: string;
  publicKey: string;
  privateKey: string;
}

/**
 * Derives the keys by which push services identify the site from its secret, so that all of its servers share them.
 * With another secret, browsers must subscribe again.
 * @throws Error when the derived number is not a private key of the curve, as for one secret in four billion
 */
function deriveVapidKeys(secrets: Secrets): VapidKeys {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secrets.key('push'));
  return {
    get subject() {
      return `mailto:${site.contactEmail}`;
    },
    publicKey: curve.getPublicKey('base64url'),
    privateKey: secrets.key('push').toString('base64url'),
  };
}

/** The endpoint of a browser, and the keys to encrypt messages for it. */
interface Subscription {
  /** https */
  endpoint: string;
  /** base64url */
  p256dh: string;
  /** base64url */
  auth: string;
}

/** A message to a browser. */
export interface PushMessage {
  /** at most some 3,900 bytes; only the browser can read it */
  text: string;
  urgency: 'normal' | 'high';
  /** for how many seconds the message is useful; at least 1 */
  ttl: number;
  /** a newer message with the same topic replaces one that was not shown yet */
  topic: string | null;
}

/** `gone`: the browser has unsubscribed. `rejected`: a retry would fail, too. */
export type PushResult = 'sent' | 'gone' | 'rejected';

/** Sends messages to browsers. */
export interface PushSender {
  /** the key with which browsers subscribe, base64url */
  publicKey: string;
  /** @throws DeliveryRetryError */
  send(subscription: Subscription, message: PushMessage): Promise<PushResult>;
}

/** A replacement of the internet in tests. */
export interface PushNetwork {
  /** @throws PrivateHostError, Error */
  resolve: Resolve;
  /** the certificates of push services, as PEM */
  ca?: string;
  /** their port instead of 443 */
  port?: number;
}

const HTTPS_PORT = 443;
/** The time for finding the address of a host and connecting. */
const CONNECT_MS = 3000;
const TIMEOUT_MS = 10_000;
// Services respond with at most a sentence.
const MAX_RESPONSE_BYTES = 16_384;
const MAX_SOCKETS = 20;
const MAX_TOPIC = 32;

// Topics have at most 32 characters of base64url (RFC 8030, 5.4), and push services can read them.
const toTopic = (topic: string) => hash('sha256', topic, 'base64url').slice(0, MAX_TOPIC);

interface PushResponse {
  status: number;
  headers: IncomingHttpHeaders;
}

interface PushRequest {
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Reads the start of a response, and drops the rest. */
const readResponse = (response: IncomingMessage, done: (response: PushResponse) => void): void => {
  let bytes = 0;
  response.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > MAX_RESPONSE_BYTES) response.destroy();
  });
  response.on('error', () => undefined);
  response.on('close', () => done({ status: response.statusCode ?? 0, headers: response.headers }));
};

/** Sends a request to the verified address of a host; does not follow redirects. */
async function post(
  endpoint: URL,
  { headers, body }: PushRequest,
  { resolve, ca, port = HTTPS_PORT }: PushNetwork,
  agent: Agent,
): Promise<PushResponse> {
  const { promise, resolve: done, reject } = Promise.withResolvers<PushResponse>();
  const connecting = new AbortController();
  const timer = setTimeout(() => connecting.abort(), CONNECT_MS);
  const signal = AbortSignal.any([connecting.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  signal.addEventListener('abort', () => reject(signal.reason as Error));
  const connected = () => clearTimeout(timer);
  const send = (addresses: LookupAddress[]): void => {
    const options = { method: 'POST', headers, agent, signal, autoSelectFamily: true, ca, port };
    const sent = request(endpoint, {
      ...options,
      lookup: (_host, _options, found) => found(null, addresses),
    });
    sent.on('socket', (socket) =>
      sent.reusedSocket ? connected() : socket.once('secureConnect', connected),
    );
    sent
      .on('error', reject)
      .on('response', (response) => readResponse(response, done))
      .end(body);
  };
  resolve(endpoint.hostname.replaceAll(/[[\]]/g, '')).then(send).catch(reject);
  return promise.finally(connected);
}

const TOO_MANY = 429;
const SERVER_ERRORS = 500;
const GONE = new Set([404, 410]);

/** @throws DeliveryRetryError */
function toResult({ status, headers }: PushResponse): PushResult {
  if (status === TOO_MANY || status >= SERVER_ERRORS) {
    const seconds = Number(headers['retry-after']);
    throw new DeliveryRetryError(`The push service responded with ${status}.`, seconds || null);
  }
  if (GONE.has(status)) return 'gone';
  return status >= 200 && status < 300 ? 'sent' : 'rejected';
}

/**
 * Opens the sender of push messages.
 * @param network the internet by default
 */
export function openPush(
  secrets: Secrets,
  network: PushNetwork = { resolve: (host) => resolvePublic(host) },
): PushSender {
  const vapid = deriveVapidKeys(secrets);
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  return {
    publicKey: vapid.publicKey,
    async send({ endpoint, p256dh, auth }, { text, urgency, ttl, topic }) {
      const options = { ttl, urgency, ...(topic !== null && { topic: toTopic(topic) }) };
      const target = { endpoint, expirationTime: null, keys: { p256dh, auth } };
      const { headers, body } = await buildPushPayload({ data: text, options }, target, vapid);
      try {
        return toResult(await post(new URL(endpoint), { headers, body }, network, agent));
      } catch (error) {
        if (error instanceof PrivateHostError) return 'rejected';
        if (error instanceof DeliveryRetryError) throw error;
        throw new DeliveryRetryError('The push service was not reached.', null, { cause: error });
      }
    },
  };
}
