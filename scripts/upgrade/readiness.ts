// Whether a server is ready, by `/readyz`.
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 100;
const TIMEOUT_MS = 5000;
/** The status of a request without a response. */
export const NO_RESPONSE = 0;

/** A response, as far as an upgrade reads it. */
interface Response {
  /** `NO_RESPONSE` when there was none */
  status: number;
  text: string;
}

/** Requests a page over a new connection, like the proxy. @param host the site's own */
export const request = (url: string, host: string): Promise<Response> =>
  new Promise((resolve) => {
    const fail = () => resolve({ status: NO_RESPONSE, text: '' });
    const headers = { host, 'x-forwarded-for': '127.0.0.1' };
    const options = { agent: false, headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
    get(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', fail);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    }).once('error', fail);
  });

/** How long to wait. */
interface WaitOptions {
  host?: string;
  /** until it must be ready */
  limitMs: number;
  /** how long it may respond without being ready */
  unreadyMs: number;
  /** whether the server has ended */
  isOver?: () => boolean | Promise<boolean>;
}

/** What the wait found. */
interface Readiness {
  /** why it is not ready, or null */
  problem: string | null;
  /** whether it has responded: members may have written */
  hasResponded: boolean;
}

/**
 * Waits until a server is ready.
 * @param origin where it listens
 */
export async function waitUntilReady(origin: string, options: WaitOptions): Promise<Readiness> {
  const { host = new URL(origin).host, limitMs, unreadyMs, isOver = () => false } = options;
  const end = performance.now() + limitMs;
  let firstResponse = Infinity;
  const hasResponded = () => firstResponse !== Infinity;
  let last = 'it does not respond';
  while (performance.now() < Math.min(end, firstResponse + unreadyMs)) {
    if (await isOver()) return { problem: 'It ended at its start.', hasResponded: hasResponded() };
    const { status, text } = await request(`${origin}/readyz`, host);
    if (status === 200) return { problem: null, hasResponded: true };
    if (status !== NO_RESPONSE) {
      firstResponse = Math.min(firstResponse, performance.now());
      last = `${status} ${text.slice(0, 300)}`;
    }
    await pause(POLL_MS);
  }
  return { problem: `It is not ready: ${last}.`, hasResponded: hasResponded() };
}
