// An SMS gateway on loopback, either a phone app or a service, with signed callbacks.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

import { SMS_WEBHOOK_PATH } from '#lib/contract/paths.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { watchReceived } from '#tests/support/site/scan-sent.ts';
import type { Site } from '#tests/support/site/site.ts';

const SECRET = 'signing-key-of-the-phone';

/** A response; status 0 closes the connection. */
interface Reply {
  status: number;
  headers?: Record<string, string>;
}

/** An SMS that the gateway accepted. */
interface TakenSms {
  id: string;
  to: string;
  text: string;
  ttl: number;
}

export interface SmsGateway {
  /** settings of a site that uses it */
  env: Record<string, string>;
  /** the accepted SMS */
  taken: TakenSms[];
  requests: { method: string; path: string; authorization: string | undefined }[];
  /** sets the responses to the next requests, in order; later ones are accepted */
  respondWith: (...responses: Reply[]) => void;
  /** accepts the next SMS, but loses the response */
  loseResponse: () => void;
}

/** The request format of each kind of gateway. */
const READ = {
  phone: (body: {
    id: string;
    phoneNumbers: string[];
    textMessage: { text: string };
    ttl: number;
  }): TakenSms => ({
    id: body.id,
    to: body.phoneNumbers.join(),
    text: body.textMessage.text,
    ttl: body.ttl,
  }),
  service: (body: TakenSms): TakenSms => body,
};

/** The settings of a site that uses the gateway. */
const settingsOf = (kind: keyof typeof READ, address: string): Record<string, string> => ({
  SMS_WEBHOOK_SECRET: SECRET,
  ...(kind === 'phone'
    ? { SMS_URL: `http://sms:pass%20word@${address}` }
    : { SMS_URL: `http://${address}/send?from=glean`, SMS_TOKEN: 'token-of-the-service' }),
});

/** Opens a server on loopback, and closes it after the test. @returns its address */
async function listen(respond: (request: IncomingMessage) => Promise<Reply>): Promise<string> {
  const server = createServer((request, response) => {
    void respond(request).then(({ status, headers }) =>
      status === 0 ? request.socket.destroy() : response.writeHead(status, headers).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Opens a gateway, and closes it after the test. */
export async function openSmsGateway(kind: keyof typeof READ = 'phone'): Promise<SmsGateway> {
  const taken: TakenSms[] = [];
  const requests: SmsGateway['requests'] = [];
  const next: Reply[] = [];
  let isLosing = false;
  const address = await listen(async (request) => {
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, authorization: headers.authorization });
    if (method === 'GET') return { status: taken.some(({ id }) => path.endsWith(id)) ? 200 : 404 };
    const sms = READ[kind]((await json(request)) as never);
    const given = next.shift();
    if (given) return given;
    // The app's database rejects a repeated id.
    if (taken.some(({ id }) => id === sms.id)) return { status: kind === 'phone' ? 500 : 409 };
    taken.push(sms);
    const status = isLosing ? 0 : 202;
    isLosing = false;
    return { status };
  });
  watchReceived({ texts: () => taken.map(({ text }) => text) });
  return {
    env: settingsOf(kind, address),
    taken,
    requests,
    respondWith: (...given) => void next.push(...given),
    loseResponse: () => void (isLosing = true),
  };
}

/** The fields of a callback that tests may change. */
export interface SentEvent {
  id?: string;
  event?: string;
  phone?: string;
  message?: string;
  /** id of the SMS it is about */
  messageId?: string;
  /** milliseconds since 1970 */
  at?: number;
  secret?: string;
  signature?: string;
}

/** Signs a callback like the app. @returns the request, which may be sent several times */
export function signEvent(site: Site, given: SentEvent = {}): RequestInit {
  const { id = newId(), event = 'sms:received', phone, message, messageId } = given;
  const payload = event.startsWith('sms:')
    ? { phoneNumber: phone, message, messageId }
    : { health: {} };
  const body = JSON.stringify({ deviceId: 'ffff', event, id, payload, webhookId: 'w' });
  const timestamp = String(Math.floor((given.at ?? site.services.now()) / 1000));
  const signature =
    given.signature ??
    createHmac('sha256', given.secret ?? SECRET)
      .update(`${body}${timestamp}`)
      .digest('hex');
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-signature': signature,
      'x-timestamp': timestamp,
    },
    body,
  };
}

/** Sends a callback to the site. @returns the status */
export const sendEvent = async (site: Site, request: RequestInit): Promise<number> =>
  (await site.guest().send(SMS_WEBHOOK_PATH, request)).status;
