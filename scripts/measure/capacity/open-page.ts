// A page left open by a member: one connection, which polls like `lib/client/notifications`.
import { setTimeout as sleep } from 'node:timers/promises';

import {
  type NotificationPage,
  NOTIFICATIONS_PAGE,
  NOTIFICATIONS_POLL_MS,
} from '#lib/contract/notifications/notifications.ts';
import { VIEWER_HEADER } from '#lib/contract/offline.ts';
import { openConnection, type Request, type Response } from '#scripts/measure/bench/connection.ts';
import { textOf } from '#scripts/measure/bench/samples.ts';
import type { BenchMember } from '#scripts/measure/bench/sessions.ts';
import { ACCESS_S, signAccess } from '#scripts/measure/bench/tokens.ts';

import type { AllFigures } from './figures.ts';

const PATH = `/api/web/notification?cursor=0&limit=${NOTIFICATIONS_PAGE}`;
// Pages time out after this.
const TIMEOUT_MS = 30_000;
const ACCESS_MS = ACCESS_S * 1000;

// Headers of a browser, which also cost the server time.
const BROWSER = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-PH,en;q=0.9,fil;q=0.8',
  referer: 'https://glean.example/forums/explore',
  'sec-ch-ua': '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile': '?1',
  'sec-ch-ua-platform': '"Android"',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
};

/** Another network for each page, as named by a trusted proxy. */
const networkOf = (nth: number) => `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;

/** When a token expires, in milliseconds since 1970. */
function expiryOf(token: string): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(payload) as { exp: number }).exp * 1000;
}

/** Called with the notifications that a poll brought. */
type OnNews = (page: NotificationPage) => void;

export class OpenPage {
  readonly member: BenchMember;
  onNews: OnNews | undefined;
  readonly #connection: ReturnType<typeof openConnection>;
  readonly #headers: Record<string, string>;
  readonly #figures: AllFigures;
  #etag = '';
  #access: string;

  /** @param nth index of the page */
  constructor(port: number, member: BenchMember, nth: number, figures: AllFigures) {
    this.member = member;
    this.#figures = figures;
    this.#connection = openConnection(port, TIMEOUT_MS);
    this.#headers = {
      ...BROWSER,
      cookie: member.cookie,
      'x-forwarded-for': networkOf(nth),
      [VIEWER_HEADER]: member.id,
    };
    // The tokens of pages opened at different times do not expire together.
    this.#access = signAccess(member, Date.now() - Math.random() * ACCESS_MS);
  }

  /** Sends a request over the page's connection, after the previous one. */
  send = (request: Request): Promise<Response> => this.#connection.send(request);

  close = (): Promise<void> => this.#connection.close();

  /** Polls until aborted. @param firstMs delay of the first poll */
  async run(firstMs: number, over: AbortSignal): Promise<void> {
    for (let wait = firstMs; ;) {
      // Not aborted by the signal, as adding thousands of listeners is slow. At the end, this wait is short.
      await sleep(wait);
      if (over.aborted) return;
      const { poll } = this.#figures.now;
      wait = await this.#poll().catch((error: Error) => {
        if (!over.aborted) poll.errors.push(error.message);
        return NOTIFICATIONS_POLL_MS;
      });
    }
  }

  /** Like `pollOnce` and `withAccessToken`. @returns the delay until the next poll, in milliseconds */
  async #poll(): Promise<number> {
    if (expiryOf(this.#access) <= Date.now()) await this.#renewToken();
    const startedAt = performance.now();
    let response = await this.#request();
    // The token expired in transit.
    if (response.status === 401) {
      await this.#renewToken();
      response = await this.#request();
    }
    const { poll } = this.#figures.now;
    const { status, headers } = response;
    if (status !== 200 && status !== 304) {
      poll.errors.push(String(status));
      return Math.max(NOTIFICATIONS_POLL_MS, Number(headers['retry-after'] ?? 0) * 1000);
    }
    poll.note(startedAt, status === 304);
    this.#etag = String(headers['etag']);
    if (status === 304) return NOTIFICATIONS_POLL_MS;
    const { data } = JSON.parse(textOf(response)) as { data: NotificationPage };
    this.onNews?.(data);
    return NOTIFICATIONS_POLL_MS;
  }

  #request(): Promise<Response> {
    const authorization = `Bearer ${this.#access}`;
    const etag = this.#etag && { 'if-none-match': this.#etag };
    return this.send({ path: PATH, headers: { ...this.#headers, ...etag, authorization } });
  }

  async #renewToken(): Promise<void> {
    const startedAt = performance.now();
    const response = await this.send({ path: '/api/token/access', headers: this.#headers });
    if (response.status !== 200) throw new Error(`token ${response.status}`);
    this.#figures.now.token.note(startedAt);
    this.#access = (JSON.parse(textOf(response)) as { token: string }).token;
  }
}
