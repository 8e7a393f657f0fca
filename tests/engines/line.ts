// A proxy between the browsers and the server: it can be cut, respond like a proxy without a server, leave out scripts,
// and adds a script to each page that reports errors, as WebKit's console cannot be read otherwise.
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';

const HOOK_PATH = '/engine-hook.js';
const REPORT_PATH = '/engine-report';
const SIGN_IN_PATH = '/engine-sign-in';
const BAD_GATEWAY = 502;

/** Reports errors that a page's console would show, and warnings of React and pdf.js. */
function report(path: string): void {
  const send = (message: string) =>
    void fetch(path, { method: 'POST', body: `${location.pathname}: ${message}`, keepalive: true });
  addEventListener('error', ({ message, error }) => send(`${message} ${error?.stack ?? ''}`));
  addEventListener('unhandledrejection', ({ reason }) =>
    send(`rejected: ${reason} ${reason?.stack ?? ''}`),
  );
  document.addEventListener('securitypolicyviolation', (event) =>
    send(`CSP: ${event.violatedDirective} refused ${event.blockedURI}`),
  );
  for (const level of ['error', 'warn'] as const) {
    const write = console[level].bind(console);
    console[level] = (...parts: unknown[]) => {
      send(`${level}: ${parts.map(String).join(' ')}`);
      write(...parts);
    };
  }
}
const HOOK = `(${String(report)})(${JSON.stringify(REPORT_PATH)})`;
const HOOK_ELEMENT = `<script src="${HOOK_PATH}"></script>`;

const withoutScripts = (page: string): string =>
  page.replaceAll(/<script\b[^]*?<\/script>/g, '').replaceAll(/<\/?noscript>/g, '');

export class Line {
  readonly #server = createServer((request, response) => void this.#respond(request, response));
  readonly #target: number;
  /** how the browsers' requests are handled */
  state: 'up' | 'cut' | 'bad-gateway' = 'up';
  /** whether pages have scripts */
  hasScripts = true;
  /** the paths of changing requests that reached the server */
  readonly changes: string[] = [];
  /** the errors that pages reported */
  readonly reports: string[] = [];

  /** @param target the port of the server */
  constructor(target: number) {
    this.#target = target;
  }

  async open(port: number): Promise<void> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening');
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', socket } = request;
    if (url === HOOK_PATH) response.setHeader('content-type', 'text/javascript').end(HOOK);
    else if (url === REPORT_PATH) {
      this.reports.push(await text(request));
      response.end();
    } else if (url.startsWith(`${SIGN_IN_PATH}?`)) {
      const cookie = `session=${url.slice(SIGN_IN_PATH.length + 1)}; HttpOnly; SameSite=Lax; Path=/`;
      response.setHeader('set-cookie', cookie).setHeader('content-type', 'text/html').end('Hello');
    } else if (this.state === 'cut') socket.destroy();
    else if (this.state === 'bad-gateway') response.writeHead(BAD_GATEWAY).end('Bad Gateway');
    else this.#forward(request, response);
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '', headers } = request;
    if (method !== 'GET') this.changes.push(url);
    const isPage = headers.accept?.includes('text/html');
    const sent = { ...headers, ...(isPage && { 'accept-encoding': 'identity' }) };
    const options = { host: '127.0.0.1', port: this.#target, method, path: url, headers: sent };
    const forwarded = httpRequest(options, (incoming) => void this.#pass(incoming, response));
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { statusCode = BAD_GATEWAY, headers } = incoming;
    incoming.on('error', () => response.destroy());
    const isPage = headers['content-type']?.startsWith('text/html') && !headers['content-encoding'];
    if (!isPage) {
      response.writeHead(statusCode, headers);
      return void incoming.pipe(response);
    }
    const page = await text(incoming).catch(() => '');
    const body = this.hasScripts
      ? page.replace('<head>', `<head>${HOOK_ELEMENT}`)
      : withoutScripts(page);
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...others } = headers;
    response.writeHead(statusCode, others).end(body);
  }
}

/** @returns the path that gives a browser a session */
export const sessionPath = (token: string): string => `${SIGN_IN_PATH}?${token}`;
