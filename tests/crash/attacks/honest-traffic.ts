// The usual requests of guests and members at a steady rate, and their latencies.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const RATE_MS = 25;
const TIMEOUT_MS = 10_000;
const POST_EVERY = 101;
const MEMBER_PATHS = ['/api/web/forum?limit=10', '/api/web/forum/discussions', '/forums/explore'];
const GUEST_PATHS = ['/', '/eduhub', '/about', '/forums/explore'];

// Not a proxy's address, whose requests have no limit per network.
const localAddress = '127.0.0.3';
const agent = new Agent({ keepAlive: true, maxSockets: 64, localAddress });

/** The latencies of requests during a period. */
export interface Latencies {
  /** milliseconds; 99 of 100 requests were faster */
  p99: number;
  /** milliseconds */
  median: number;
  requests: number;
  /** posts that were published in addition */
  posts: number;
  /** requests without 200 */
  failures: string[];
}

/** @returns milliseconds until the whole response arrived */
function measure(port: number, path: string, cookie: string, failures: string[]): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    const done = (failure?: string) => {
      if (failure) failures.push(`${path}: ${failure}`);
      resolve(performance.now() - start);
    };
    const onResponse = (response: IncomingMessage) =>
      response
        .resume()
        .on('end', () => done(response.statusCode === 200 ? '' : `${response.statusCode}`));
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    request({ port, host: '127.0.0.1', path, headers: { cookie }, agent, signal })
      .on('response', onResponse)
      .on('error', ({ message }) => done(message))
      .end();
  });
}

const part = (name: string, text: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const POST_FORM = `${part('title', 'Straw')}${part('description', 'Two sacks.')}--b--\r\n`;

/** Publishes a post on its own connection, as its body must be read, too. */
async function publish(port: number, session: string, failures: string[]): Promise<void> {
  const origin = `http://127.0.0.1:${port}`;
  const headers = { cookie: `session=${session}`, origin };
  const own = { port, host: '127.0.0.1', agent: false, localAddress } as const;
  const getting = request({ ...own, path: '/api/token/csrf', headers }).end();
  const [response] = (await once(getting, 'response')) as [IncomingMessage];
  const { token = '' } = (await json(response)) as { token?: string };
  const type = { 'content-type': 'multipart/form-data; boundary=b', 'x-csrf-token': token };
  const path = '/api/web/forum/posts';
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const options = { ...own, path, method: 'POST', signal };
  const sending = request({ ...options, headers: { ...headers, ...type } });
  sending.end(POST_FORM);
  const [{ statusCode }] = (await once(sending, 'response')) as [IncomingMessage];
  sending.destroy();
  if (statusCode !== 201) failures.push(`post: ${statusCode}`);
}

/**
 * Sends requests at a steady rate, whether or not earlier ones have their response.
 * @param sessions sessions of members, who take turns
 */
export async function sendHonestTraffic(
  port: number,
  sessions: string[],
  durationMs: number,
): Promise<Latencies> {
  const failures: string[] = [];
  const sent: Promise<number>[] = [];
  const posts: Promise<void>[] = [];
  const until = performance.now() + durationMs;
  for (let nth = 0; performance.now() < until; nth += 1) {
    const isMember = nth % 2 === 0;
    const paths = isMember ? MEMBER_PATHS : GUEST_PATHS;
    const path = paths[Math.floor(nth / 2) % paths.length] ?? '/';
    const cookie = isMember ? `session=${sessions[nth % sessions.length]}` : '';
    sent.push(measure(port, path, cookie, failures));
    if (nth % POST_EVERY === 0)
      posts.push(
        publish(port, sessions[nth % sessions.length] ?? '', failures).catch((error: unknown) => {
          failures.push(`post: ${String(error)}`);
        }),
      );
    await pause(RATE_MS);
  }
  await Promise.all(posts);
  const times = (await Promise.all(sent)).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p99: at(0.99), median: at(0.5), requests: times.length, posts: posts.length, failures };
}
