// What the tests ask of a browser engine. Three stand behind it: Firefox speaks WebDriver BiDi, WebKit W3C WebDriver, and
// Playwright drives Chromium.

/** A source of input of W3C actions, which all of them take alike. */
export interface InputSource {
  type: 'key' | 'pointer';
  id: string;
  actions: object[];
}

/** In CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A window of a browser with cookies and storage of its own. */
export interface EngineWindow {
  /** Opens an address, and waits until it is loaded or has failed. */
  open(url: string): Promise<void>;
  /** @returns the value of a promise's expression, which is JSON. @throws when the page is being left */
  evaluate(expression: string): Promise<string>;
  perform(sources: InputSource[]): Promise<void>;
  /** Selects files, in the first file input that matches. */
  setFiles(selector: string, paths: string[]): Promise<void>;
  /** Has the browser know that there is no network, or that there is one again. */
  setOffline(isOffline: boolean): Promise<void>;
  /** Makes the viewport this large. */
  resize(size: Size): Promise<void>;
  /** @returns a PNG */
  screenshot(): Promise<Buffer>;
  /** what the engine wrote to its console as an error, where it can be read */
  readonly errors: string[];
  close(): Promise<void>;
}

/** A browser that runs. */
export interface Engine {
  newWindow(): Promise<EngineWindow>;
  /** Ends it with all its processes, also when it does not respond. */
  close(): Promise<void>;
}

// Long enough for a page on a busy machine. WebKit's driver waits for ever for a browser that died.
const RESPONSE_MS = 60_000;

/** A browser that does not respond: it died, or is stuck. */
export class NoResponse extends Error {}

/** @throws NoResponse when a browser does not respond to a request in time */
export async function inTime<T>(response: Promise<T>, request: string): Promise<T> {
  const error = new NoResponse(`No response to ${request} within ${RESPONSE_MS / 1000} s.`);
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, RESPONSE_MS, error);
  try {
    return await Promise.race([response, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a page. One that cannot be loaded is there to be seen, but not one of a browser that does not respond. */
export async function loaded(response: Promise<unknown>): Promise<void> {
  await response.catch((error: unknown) => {
    if (error instanceof NoResponse) throw error;
  });
}

/** @returns an expression that is the JSON of a promise's value */
export const asJson = (expression: string): string =>
  `(async () => JSON.stringify((await (${expression})) ?? null))()`;
