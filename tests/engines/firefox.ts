// Debian's Firefox over WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). Playwright's own protocol needs a
// patched Firefox, and its BiDi a newer one (docs/decisions/0067-browser-engines.md).
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startProgram } from './child-process.ts';
import { asJson, type Engine, type EngineWindow, inTime, loaded } from './engine.ts';
import { findFirefox } from './installed.ts';

// No requests of its own, and no first-run pages.
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.search.update': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.page': 0,
  'captivedetect.canonicalURL': '',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
};

/** An entry of the console. */
interface Entry {
  level?: string;
  text?: string;
  source?: { context?: string };
  stackTrace?: { callFrames: { functionName: string; url: string }[] };
}

/** @returns the text of an error with its source, in the format of the other engine */
const textOf = ({ text = '', stackTrace }: Entry): string =>
  [
    text,
    ...(stackTrace?.callFrames ?? []).map(({ functionName, url }) => `${functionName}@${url}`),
  ].join('\n');

interface Message {
  id?: number;
  method?: string;
  params?: Entry;
  result?: object;
  message?: string;
}

/** A connection for commands with responses, and for errors of pages. */
class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  /** called with the errors on a page's console */
  onError: (context: string, text: string) => void = () => undefined;
  #lastId = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
  }

  async send(method: string, params: object): Promise<Record<string, unknown>> {
    const id = (this.#lastId += 1);
    const response = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await inTime(response, method);
    if (!result) throw new Error(`${method}: ${message}`);
    return result as Record<string, unknown>;
  }

  #receive(message: Message): void {
    const { id, method, params } = message;
    if (id !== undefined) {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    } else if (method === 'log.entryAdded' && params?.level === 'error')
      this.onError(params.source?.context ?? '', textOf(params));
  }
}

interface Evaluated {
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

async function setOffline(connection: Connection, context: unknown, isOffline: boolean) {
  const networkConditions = isOffline ? { type: 'offline' } : null;
  const given = { networkConditions, contexts: [context] };
  await connection.send('emulation.setNetworkConditions', given);
}

async function createWindow(
  connection: Connection,
  errorsOf: Map<string, string[]>,
): Promise<EngineWindow> {
  const { userContext } = await connection.send('browser.createUserContext', {});
  const { context } = await connection.send('browsingContext.create', { type: 'tab', userContext });
  const errors: string[] = [];
  errorsOf.set(String(context), errors);
  const send = (method: string, params: object) => connection.send(method, { context, ...params });
  return {
    errors,
    open: (url) => loaded(send('browsingContext.navigate', { url, wait: 'complete' })),
    evaluate: async (expression) => {
      const { result, exceptionDetails }: Evaluated = await connection.send('script.evaluate', {
        expression: asJson(expression),
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value ?? 'null';
    },
    perform: async (actions) => void (await send('input.performActions', { actions })),
    setFiles: async (value, files) => {
      const { nodes } = await send('browsingContext.locateNodes', {
        locator: { type: 'css', value },
      });
      const [element] = nodes as object[];
      await send('input.setFiles', { element, files });
    },
    setOffline: (isOffline) => setOffline(connection, context, isOffline),
    resize: async (viewport) => void (await send('browsingContext.setViewport', { viewport })),
    screenshot: async () => {
      const { data } = await send('browsingContext.captureScreenshot', {});
      return Buffer.from(String(data), 'base64');
    },
    close: async () => void (await connection.send('browser.removeUserContext', { userContext })),
  };
}

/** Starts Firefox without a screen, with its own profile. */
export async function startFirefox(): Promise<Engine> {
  await using started = new AsyncDisposableStack();
  const profile = await mkdtemp(join(tmpdir(), 'glean-firefox-'));
  started.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const command = [
    findFirefox() ?? 'firefox',
    '--headless',
    '--no-remote',
    '--remote-debugging-port=0',
  ];
  const { ready, stop } = await startProgram(
    [...command, '--profile', profile],
    /WebDriver BiDi listening on (\S+)/,
    { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  );
  started.defer(stop);
  const socket = new WebSocket(`${ready}/session`);
  started.defer(() => socket.close());
  await once(socket, 'open');
  const connection = new Connection(socket);
  await connection.send('session.new', { capabilities: {} });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  const errorsOf = new Map<string, string[]>();
  connection.onError = (context, text) => errorsOf.get(context)?.push(text);
  const running = started.move();
  return {
    newWindow: () => createWindow(connection, errorsOf),
    close: () => running.disposeAsync(),
  };
}
