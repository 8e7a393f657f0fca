import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';

import { originOf, type ServerInstance } from './server-process.ts';

/** Sends requests to a running server like a member's page. */
export class ServerClient {
  readonly #origin: string;
  readonly #cookie: string;

  /** @param session the value of the session cookie */
  constructor(instance: ServerInstance, session: string) {
    this.#origin = originOf(instance);
    this.#cookie = `session=${session}`;
  }

  /** @param extra header fields */
  get(path: string, extra: Record<string, string> = {}): Promise<Response> {
    return fetch(this.#origin + path, { headers: { cookie: this.#cookie, ...extra } });
  }

  /** The headers for unsafe requests. */
  async headers(): Promise<Record<string, string>> {
    const response = await repeatWhileUnavailable(() => this.get('/api/token/csrf'));
    const { token } = (await response.json()) as { token: string };
    return { cookie: this.#cookie, origin: this.#origin, 'x-csrf-token': token };
  }

  /** @param body a form, or a value sent as JSON */
  post(path: string, body: unknown = {}, extra: Record<string, string> = {}): Promise<Response> {
    return this.change('POST', path, body, extra);
  }

  /**
   * @param body a form, or a value sent as JSON
   * @param extra header fields
   */
  async change(
    method: string,
    path: string,
    body: unknown,
    extra: Record<string, string> = {},
  ): Promise<Response> {
    const headers = { ...(await this.headers()), ...extra };
    if (body instanceof FormData) return this.#send(method, path, headers, body);
    const json = { ...headers, 'content-type': 'application/json' };
    return this.#send(method, path, json, JSON.stringify(body));
  }

  #send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: BodyInit,
  ): Promise<Response> {
    return fetch(this.#origin + path, { method, headers, body });
  }
}
