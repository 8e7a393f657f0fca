import type { Browser } from '#tests/support/site/http-browser.ts';

/** What an example sends. */
export interface Example {
  /** the member by default, or staff */
  as?: Browser;
  ids?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** Makes an example when its turn has come. */
export type Make = () => Example | Promise<Example>;
