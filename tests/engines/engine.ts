// The interface to a browser engine for the tests. There are three: Firefox uses WebDriver BiDi, WebKit W3C WebDriver,
// and Playwright drives Chromium.

/** An input source of W3C actions, which all engines accept in the same form. */
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

/** A browser window with its own cookies and storage. */
export interface EngineWindow {
  /** Opens an address, and waits until it is loaded or has failed. */
  open(url: string): Promise<void>;
  /** @returns the JSON that the promise of an expression resolves to. @throws when the page is being left */
  evaluate(expression: string): Promise<string>;
  perform(sources: InputSource[]): Promise<void>;
  /** Selects files in the first file input that matches. */
  setFiles(selector: string, paths: string[]): Promise<void>;
  /** Makes the browser report that there is no network, or that there is one again. */
  setOffline(isOffline: boolean): Promise<void>;
  /** Sets the size of the viewport. */
  resize(size: Size): Promise<void>;
  /** @returns a PNG */
  screenshot(): Promise<Buffer>;
  /** the errors on the engine's console, if they can be read */
  readonly errors: string[];
  close(): Promise<void>;
}

/** A running browser. */
export interface Engine {
  newWindow(): Promise<EngineWindow>;
  /** Ends the browser with all its processes, even if it does not respond. */
  close(): Promise<void>;
}

// Long enough for a page on a busy machine. WebKit's driver waits forever for a crashed browser.
const RESPONSE_MS = 60_000;

/** A browser does not respond, as it crashed or hangs. */
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

/** Waits for a page. Ignores a page that cannot be loaded, but not a browser that does not respond. */
export async function loaded(response: Promise<unknown>): Promise<void> {
  await response.catch((error: unknown) => {
    if (error instanceof NoResponse) throw error;
  });
}

/** @returns an expression for the JSON of a promise's value */
export const asJson = (expression: string): string =>
  `(async () => JSON.stringify((await (${expression})) ?? null))()`;
