// WebKitGTK's MiniBrowser over W3C WebDriver (https://www.w3.org/TR/webdriver2/), in private sessions without storage.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from '#tests/support/server/port.ts';

import { startProgram } from './child-process.ts';
import {
  asJson,
  type Engine,
  type EngineWindow,
  inTime,
  loaded,
  NoResponse,
  type Size,
} from './engine.ts';
import { findMiniBrowser } from './installed.ts';

// Without this style, the toolbar makes the window wider than a phone.
const NARROW = `* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 2px }
image { -gtk-icon-transform: scale(0.1) }`;

const POLL_MS = 50;
// A GTK window is resized some time after the response.
const RESIZE_TRIES = 100;

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

const connectTo =
  (origin: string): Send =>
  async (method, path, body) => {
    const request = async () => {
      const init = { method, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) };
      const response = await fetch(origin + path, init);
      const { value }: { value: unknown } = await response.json();
      return { response, value };
    };
    const { response, value } = await inTime(request(), `${method} ${path}`);
    if (response.ok) return value;
    const { error, message } = value as Record<string, string>;
    const failure = `${path}: ${message || error}`;
    throw error === 'invalid session id' ? new NoResponse(failure) : new Error(failure);
  };

const ASYNC = (expression: string) => `const done = arguments[arguments.length - 1];
${asJson(expression)}.then((value) => done({ value }), (error) => done({ error: String(error) }));`;

/** A session with the browser. */
class Session {
  readonly #send: Send;
  readonly #path: string;

  constructor(send: Send, id: string) {
    this.#send = send;
    this.#path = `/session/${id}`;
  }

  post(path: string, body?: object): Promise<unknown> {
    return this.#send('POST', this.#path + path, body);
  }

  get(path: string): Promise<unknown> {
    return this.#send('GET', this.#path + path);
  }

  async close(): Promise<void> {
    await this.#send('DELETE', this.#path);
  }

  async evaluate(expression: string): Promise<string> {
    const body = { script: ASYNC(expression), args: [] };
    const { value, error } = (await this.post('/execute/async', body)) as Record<string, string>;
    if (value === undefined) throw new Error(error ?? 'The page was left.');
    return value;
  }

  /** Resizes the window until its viewport has a size. */
  async resize({ width, height }: Size): Promise<void> {
    for (let tried = 0; tried < RESIZE_TRIES; tried += 1) {
      const [innerWidth, innerHeight] = JSON.parse(
        await this.evaluate('[innerWidth, innerHeight]'),
      );
      if (innerWidth === width && innerHeight === height) return;
      const rect = (await this.get('/window/rect')) as Size;
      const size = {
        width: rect.width + width - innerWidth,
        height: rect.height + height - innerHeight,
      };
      await this.post('/window/rect', size);
      await pause(POLL_MS);
    }
    throw new Error(`The window does not become ${width} x ${height}.`);
  }
}

/** Runs in the page, as WebKit's driver has no command for it, and applies to this page only. */
function setOnLine(isOnLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnLine });
  dispatchEvent(new Event(isOnLine ? 'online' : 'offline'));
}

async function createWindow(send: Send, binary: string): Promise<EngineWindow> {
  const options = { binary, args: ['--automation'] };
  const { sessionId } = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string };
  const session = new Session(send, sessionId);
  return {
    errors: [],
    open: (url) => loaded(session.post('/url', { url })),
    evaluate: (expression) => session.evaluate(expression),
    perform: async (actions) => void (await session.post('/actions', { actions })),
    setFiles: async (value, paths) => {
      const found = await session.post('/element', { using: 'css selector', value });
      const id = (found as Record<string, string>)[ELEMENT];
      await session.post(`/element/${id}/value`, { text: paths.join('\n') });
    },
    setOffline: async (isOffline) =>
      void (await session.evaluate(`(${String(setOnLine)})(${!isOffline})`)),
    resize: (size) => session.resize(size),
    screenshot: async () => Buffer.from(String(await session.get('/screenshot')), 'base64'),
    close: () => session.close(),
  };
}

async function writeNarrowTheme(folder: string): Promise<void> {
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), NARROW);
}

/** Starts the driver of WebKitGTK with its own screen. */
export async function startWebKit(): Promise<Engine> {
  const binary = findMiniBrowser();
  if (!binary) throw new Error('WebKit is not installed.');
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'glean-webkit-'));
  started.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await writeNarrowTheme(folder);
  const screen = await startProgram(
    ['Xvfb', '-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    /^(\d+)$/,
  );
  started.defer(screen.stop);
  const origin = `http://127.0.0.1:${await freePort()}`;
  const driver = await startProgram(
    ['WebKitWebDriver', `--port=${new URL(origin).port}`],
    new URL('/status', origin),
    {
      DISPLAY: `:${screen.ready}`,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      // The sandbox does not start as root.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  );
  started.defer(driver.stop);
  const running = started.move();
  return {
    newWindow: () => createWindow(connectTo(origin), binary),
    close: () => running.disposeAsync(),
  };
}
