// A push service on loopback with its subscribed browsers. It decrypts messages by RFC 8291 and verifies senders by
// RFC 8292, with its own code.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { jwtVerify } from 'jose';

import type { PushSubscriptionInput } from '#lib/contract/notifications/push-devices.ts';
import type { PushNetwork } from '#lib/server/platform/push/push-sender.ts';

const ORIGIN = 'https://push.example';
const FIXTURES = new URL('../../fixtures/push-service/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FIXTURES), 'utf8');
const CERTIFICATE = read('certificate.pem');

const SALT_BYTES = 16;
const KEY_BYTES = 65;
const TAG_BYTES = 16;

interface Receiver {
  keys: ECDH;
  auth: Buffer;
}

function newReceiver(): Receiver {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return { keys, auth: randomBytes(16) };
}

const keysOf = ({ keys, auth }: Receiver): PushSubscriptionInput['keys'] => ({
  p256dh: keys.getPublicKey('base64url'),
  auth: auth.toString('base64url'),
});

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Decrypts a message of a single record like a browser (RFC 8291, 3.4; RFC 8188, 2). */
export function decrypt(message: Buffer, { keys, auth }: Receiver): string {
  const salt = message.subarray(0, SALT_BYTES);
  const recordSize = message.readUInt32BE(SALT_BYTES);
  const keyAt = SALT_BYTES + 5;
  if (message[keyAt - 1] !== KEY_BYTES) throw new Error('The key id is no key.');
  const sender = message.subarray(keyAt, keyAt + KEY_BYTES);
  const record = message.subarray(keyAt + KEY_BYTES);
  if (record.length > recordSize) throw new Error('There is more than one record.');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(
    record.subarray(-TAG_BYTES),
  );
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The padding of the last record begins otherwise.');
  return padded.subarray(0, end).toString();
}

/** Verifies the signature. @returns the sender and the audience (RFC 8292) */
async function verifyVapid(
  authorization = '',
): Promise<{ key: string; aud: unknown; sub: unknown }> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const { payload } = await jwtVerify(token, publicKey, {
    algorithms: ['ES256'],
    maxTokenAge: '24 h',
  });
  return { key, aud: payload.aud, sub: payload.sub };
}

/** A message as its browser receives it. */
interface Received {
  path: string;
  text: string;
  headers: IncomingMessage['headers'];
  vapid: { key: string; aud: unknown; sub: unknown };
}

export interface PushService {
  origin: string;
  network: PushNetwork;
  /** received messages */
  received: Received[];
  /** sets the response to all later messages */
  respondWith: (status: number, headers?: Record<string, string>, body?: string) => void;
  /** subscribes a new browser */
  subscribe: () => PushSubscriptionInput;
  close: () => void;
}

const resolveToLoopback = async () => [{ address: '127.0.0.1', family: 4 }];

/** Starts a push service. */
export async function startPushService(): Promise<PushService> {
  const receivers = new Map<string, Receiver>();
  const received: Received[] = [];
  let response = { status: 201, headers: {}, body: '' };
  const receive = async (request: IncomingMessage): Promise<number> => {
    const path = request.url ?? '';
    const receiver = receivers.get(path);
    if (!receiver) return 404;
    const { headers } = request;
    const text = decrypt(await buffer(request), receiver);
    received.push({ path, text, headers, vapid: await verifyVapid(headers.authorization) });
    return response.status;
  };
  const server = createServer({ key: read('key.pem'), cert: CERTIFICATE }, (request, sent) => {
    void receive(request).then(
      (status) => sent.writeHead(status, response.headers).end(response.body),
      (error: unknown) => {
        // The sender was killed.
        if (!request.errored) throw error;
      },
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: ORIGIN,
    received,
    network: { ca: CERTIFICATE, port, resolve: resolveToLoopback },
    respondWith: (status, headers = {}, body = '') => void (response = { status, headers, body }),
    subscribe() {
      const path = `/${randomBytes(9).toString('base64url')}`;
      const receiver = newReceiver();
      receivers.set(path, receiver);
      return { endpoint: `${ORIGIN}${path}`, keys: keysOf(receiver) };
    },
    close: () => server.close().closeAllConnections(),
  };
}
