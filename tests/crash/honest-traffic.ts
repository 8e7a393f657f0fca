// What guests and members do all day, at a steady rate, and how long it takes.
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const RATE_MS = 25;
const TIMEOUT_MS = 10_000;
const MEMBER_PATHS = ['/api/web/forum?limit=10', '/api/web/forum/discussions', '/forums/explore'];
const GUEST_PATHS = ['/', '/eduhub', '/about', '/forums/explore'];

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** How long the requests of a time took. */
export interface Latencies {
  /** milliseconds; 99 of 100 were faster */
  p99: number;
  /** milliseconds */
  median: number;
  requests: number;
  /** what did not get 200 */
  failures: string[];
}

/** @returns milliseconds until the whole response was there */
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

/**
 * Sends requests at a steady rate, whether or not those before have their response.
 * @param sessions of members, by turns
 */
export async function sendHonestTraffic(
  port: number,
  sessions: string[],
  durationMs: number,
): Promise<Latencies> {
  const failures: string[] = [];
  const sent: Promise<number>[] = [];
  const until = performance.now() + durationMs;
  for (let nth = 0; performance.now() < until; nth += 1) {
    const isMember = nth % 2 === 0;
    const paths = isMember ? MEMBER_PATHS : GUEST_PATHS;
    const path = paths[Math.floor(nth / 2) % paths.length] ?? '/';
    const cookie = isMember ? `session=${sessions[nth % sessions.length]}` : '';
    sent.push(measure(port, path, cookie, failures));
    await pause(RATE_MS);
  }
  const times = (await Promise.all(sent)).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p99: at(0.99), median: at(0.5), requests: times.length, failures };
}
