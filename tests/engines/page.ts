// A page used like a person does, in any engine: elements that are pressed are in view, at rest, and not covered.
import { setTimeout as pause } from 'node:timers/promises';

import { type EngineWindow, NoResponse } from './engine.ts';

const POLL_MS = 50;
const SHOWN_MS = 60_000;
// https://www.w3.org/TR/webdriver2/#keyboard-actions
const CONTROL = '\uE009';

/** An element by its CSS selector, and by its visible name. */
export interface Target {
  css: string;
  /** the whole name, or a pattern for a part of it */
  name?: string | RegExp;
}

export const button = (name: string | RegExp): Target => ({ css: 'button, summary', name });
export const link = (name: string | RegExp): Target => ({ css: 'a[href]', name });
export const field = (name: string | RegExp): Target => ({ css: 'input, textarea, select', name });

/** Runs in the page. @returns the first visible element that matches, in the open dialog if there is one */
function find(css: string, name: string | null, isPattern: boolean): Element | undefined {
  const [dialog] = [...document.querySelectorAll('dialog:modal')].slice(-1);
  for (const element of (dialog ?? document).querySelectorAll(css)) {
    const isShown =
      element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const [label] = (element as HTMLInputElement).labels ?? [];
    const words = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent;
    const known = words.replaceAll(/\s+/g, ' ').trim();
    const isMeant =
      name === null || (isPattern ? new RegExp(name, 'u').test(known) : known === name);
    if (isShown && isMeant) return element;
  }
  return undefined;
}

const found = ({ css, name }: Target): string => {
  const [text, isPattern] = name instanceof RegExp ? [name.source, true] : [name ?? null, false];
  return `(${String(find)})(${JSON.stringify(css)}, ${JSON.stringify(text)}, ${isPattern})`;
};

/** Runs in the page. @returns the point to press an element, or why it cannot be pressed now */
function placeOf(element: HTMLElement | undefined): { x: number; y: number } | string {
  if (!element) return 'not there';
  if ((element as HTMLButtonElement).disabled) return 'disabled';
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  const onTop = document.elementFromPoint(x, y);
  if (onTop && (element.contains(onTop) || onTop.contains(element))) return { x, y };
  // Like scrolling with a wheel: otherwise the site may restore an earlier scroll position.
  dispatchEvent(new Event('wheel'));
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return `covered by ${onTop?.outerHTML.slice(0, 80)}`;
}

/** Runs in the page. Sets the value of a list or a field, and notifies the page. */
function set(element: HTMLSelectElement | HTMLInputElement, choice: string): void {
  const option =
    element instanceof HTMLSelectElement
      ? [...element.options].find(({ text }) => text.trim() === choice)
      : undefined;
  // React overrides the element's own setter.
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value');
  property?.set?.call(element, option?.value ?? choice);
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Repeats a query until its result is right, and reports the last result if it never is. */
async function until<T>(
  ask: () => Promise<T>,
  isRight: (result: T) => boolean,
  what: string,
): Promise<T> {
  const end = Date.now() + SHOWN_MS;
  let last: unknown;
  while (Date.now() < end) {
    // A page that is being left does not respond.
    const result = await ask().catch((error: unknown) => void (last = error));
    if (last instanceof NoResponse) throw last;
    if (result !== undefined && isRight(result)) return result;
    if (result !== undefined) last = result;
    await pause(POLL_MS);
  }
  throw new Error(`${what}: ${last instanceof Error ? last.message : JSON.stringify(last)}`);
}

export class Page {
  readonly window: EngineWindow;
  readonly #origin: string;

  constructor(window: EngineWindow, origin: string) {
    this.window = window;
    this.#origin = origin;
  }

  /** Opens a path, and waits until its forms and buttons work. */
  async goto(path: string): Promise<void> {
    await this.window.open(this.#origin + path);
    await this.#hydrated();
  }

  async #hydrated(): Promise<void> {
    await this.waitFor(
      () =>
        document.readyState === 'complete' &&
        // Without scripts, nothing is hydrated.
        (document.scripts.length === 0 ||
          !document.querySelector('astro-island[ssr][client=load]')),
    );
  }

  /** Runs a function in the page. */
  async run<A extends unknown[], T>(
    act: (...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<Awaited<T>> {
    const list = args.map((each) => JSON.stringify(each)).join(', ');
    return JSON.parse(await this.window.evaluate(`(${String(act)})(${list})`));
  }

  /** Runs a function with an element of the page. */
  async #with<T>(target: Target, act: (element: HTMLElement | undefined) => T): Promise<T> {
    return JSON.parse(await this.window.evaluate(`(${String(act)})(${found(target)})`));
  }

  /** Waits until a function in the page returns a truthy value. */
  async waitFor<A extends unknown[], T>(act: (...args: A) => T | Promise<T>, ...args: A) {
    return until(() => this.run(act, ...args), Boolean, String(act));
  }

  /** Waits until the page shows a text. */
  async sees(text: string): Promise<void> {
    const read = () => this.run(() => document.body.innerText.replaceAll(/\s+/g, ' '));
    await until(read, (shown) => shown.includes(text), `“${text}” is not shown`);
  }

  async isAt(path: string): Promise<void> {
    const read = () => this.run(() => location.pathname + location.search);
    await until(read, (at) => at === path, `not at ${path}`);
    await this.#hydrated();
  }

  /** Follows a link within the site, and waits for its page. */
  async follow(target: Target): Promise<void> {
    await this.has(target);
    const path = await this.#with(target, (element) => element?.getAttribute('href') ?? '');
    await this.press(target);
    await this.isAt(path);
  }

  /** Waits until an element appears, or disappears. */
  async has(target: Target, isThere = true): Promise<void> {
    const read = () => this.#with(target, (element) => Boolean(element));
    await until(read, (is) => is === isThere, `${target.css} ${target.name ?? ''}`);
  }

  /** @returns the text or the value of an element */
  async read(target: Target): Promise<string> {
    await this.has(target);
    return this.#with(target, (element) =>
      element && 'value' in element ? String(element.value) : (element?.textContent ?? ''),
    );
  }

  /** Presses an element with the pointer, once it is at rest and not covered. */
  async press(target: Target): Promise<void> {
    let before = '';
    const isAtRest = (place: { x: number; y: number } | string) => {
      const now = JSON.stringify(place);
      const isSame = now === before;
      before = now;
      return isSame && typeof place !== 'string';
    };
    const what = `cannot press ${target.css} ${target.name ?? ''}`;
    const place = await until(() => this.#with(target, placeOf), isAtRest, what);
    const { x, y } = place as { x: number; y: number };
    await this.#point([
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
  }

  /** Moves the pointer, like anyone who starts to use a page. */
  async moveAbout(): Promise<void> {
    await this.#point([
      { type: 'pointerMove', x: 10, y: 10 },
      { type: 'pointerMove', x: 20, y: 20 },
    ]);
  }

  async #point(actions: object[]): Promise<void> {
    await this.window.perform([{ type: 'pointer', id: 'mouse', actions }]);
  }

  async key(...keys: string[]): Promise<void> {
    const down = keys.map((value) => ({ type: 'keyDown', value }));
    const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }));
    await this.window.perform([{ type: 'key', id: 'keyboard', actions: [...down, ...up] }]);
  }

  /** Replaces the text of a field by typing. */
  async type(target: Target, text: string): Promise<void> {
    await this.press(target);
    await this.key(CONTROL, 'a');
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.window.perform([{ type: 'key', id: 'keyboard', actions }]);
    await until(
      () => this.read(target),
      (value) => value === text,
      `${target.name} is not filled in`,
    );
  }

  /** Selects an option by its name, or a day, with the same events as a person's choice. */
  async choose(target: Target, choice: string): Promise<void> {
    await this.has(target);
    await this.window.evaluate(`(${String(set)})(${found(target)}, ${JSON.stringify(choice)})`);
  }

  /** Selects files in the first file input that matches. */
  async selectFiles(css: string, ...paths: string[]): Promise<void> {
    await this.waitFor((selector) => document.querySelector(selector) !== null, css);
    await this.window.setFiles(css, paths);
  }

  async back(): Promise<void> {
    await this.run(() => history.back());
  }

  /** Waits until the service worker controls the page and has stored it. */
  async isStored(path: string): Promise<void> {
    await this.waitFor(async (stored) => {
      if (!navigator.serviceWorker.controller) return false;
      for (const name of await caches.keys())
        if (name !== 'files' && (await (await caches.open(name)).match(stored))) return true;
      return false;
    }, path);
  }
}
