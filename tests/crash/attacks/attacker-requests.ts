// Functions with which an attacker sends requests.
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const ADDRESS = '127.0.0.2';
const [, portText = '', ...sessions] = process.argv.slice(2);
const port = Number(portText);
/** The host of the server. */
export const host = `127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true, localAddress: ADDRESS });

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

const reported = new Set<string>();

/** Prints each status once, so that the drill can check that the attack is what its name says. */
function report(met: string): void {
  if (!reported.has(met)) process.stdout.write(`${met}\n`);
  reported.add(met);
}

/** Sends a request, also when the response arrives before all of it is sent. Ignores failures. */
export function send(
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<string> {
  return new Promise((resolve) => {
    const sending = request({ host: '127.0.0.1', port, path, method, headers, agent });
    const chunks: Buffer[] = [];
    sending
      .on('error', () => {})
      .on('response', (response) => {
        report(String(response.statusCode));
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
      })
      .on('close', () => resolve(Buffer.concat(chunks).toString()));
    sending.end(body);
  });
}

/** Repeats requests one after another, on several connections. */
export async function flood(connections: number, attempt: (nth: number) => Promise<unknown>) {
  let nth = 0;
  const repeat = async () => {
    for (;;) {
      await attempt(nth++);
      // Rejections without I/O must not starve the other connections.
      await pause();
    }
  };
  await Promise.all(Array.from({ length: connections }, repeat));
}

/** The cookie of one of the attacker's members. */
export const cookieOf = (nth: number) => ({ cookie: `session=${sessions[nth % sessions.length]}` });

/** @returns the headers that a member's changing request needs */
export async function changeHeaders(nth: number, type: string) {
  const cookie = cookieOf(nth);
  const response = (await send('/api/token/csrf', { headers: cookie })) || '{}';
  const { token = '' } = JSON.parse(response) as { token?: string };
  return { ...cookie, 'content-type': type, 'x-csrf-token': token, origin: `http://${host}` };
}

/** Sends a changing request as a member. */
export async function change(
  nth: number,
  method: string,
  path: string,
  type: string,
  body: Uint8Array,
) {
  return send(path, { method, headers: await changeHeaders(nth, type), body });
}

/** Opens a connection that sends bytes, and may never read. */
export function sendRaw(bytes: string, isRead: boolean, localAddress = ADDRESS): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {}).on('connect', () => report('connected'));
  if (isRead)
    socket.once('data', (chunk) =>
      report(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1] ?? 'no status'),
    );
  else socket.pause();
  socket.write(bytes);
  return socket;
}

/** Opens connections repeatedly. */
export async function pipeline(connections: number, bytes: string, isRead: boolean): Promise<void> {
  for (;;) {
    const sockets = Array.from({ length: connections }, () => sendRaw(bytes, isRead));
    await pause(2000);
    for (const socket of sockets) socket.destroy();
  }
}
