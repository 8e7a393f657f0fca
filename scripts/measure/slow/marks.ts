// Times that a page records while opening: when it was tapped, and when its main part was visible or usable.
import type { Page } from '@playwright/test';

/** In milliseconds since 1970. */
interface Marks {
  firstText?: number;
  firstCard?: number;
  /** the first list of posts responds to taps */
  usable?: number;
}

// Runs in the page, so it cannot use anything from this file.
function noteMarks(): void {
  const marks: Marks = {};
  Object.assign(globalThis, { marks });
  // The tapped page is not the one that opens.
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => sessionStorage.setItem('tapped', String(performance.timeOrigin + timeStamp)),
    { capture: true },
  );
  const paints = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') marks.firstText = performance.timeOrigin + startTime;
  });
  paints.observe({ type: 'paint', buffered: true });
  // Reports when a frame shows the card, not when its markup arrives.
  const cards = new IntersectionObserver((seen) => {
    if (seen.some(({ isIntersecting }) => isIntersecting))
      marks.firstCard ??= performance.timeOrigin + performance.now();
  });
  const parser = new MutationObserver(() => {
    const card = document.querySelector('main :is(.market li, article)');
    if (!card) return;
    cards.observe(card);
    parser.disconnect();
  });
  parser.observe(document, { childList: true, subtree: true });
  const onHydrate = ({ target }: Event) => {
    if ((target as Element).querySelector('article'))
      marks.usable ??= performance.timeOrigin + performance.now();
  };
  document.addEventListener('astro:hydrate', onHydrate, { capture: true });
}

/** Lets each page record its marks. */
export const addMarks = async (page: Page): Promise<void> => {
  await page.addInitScript(noteMarks);
};

// Runs in the page.
function readTime({ name, isTapped }: { name: keyof Marks; isTapped: boolean }): number | false {
  const { marks = {} } = globalThis as { marks?: Marks };
  const from = isTapped ? Number(sessionStorage.getItem('tapped')) : performance.timeOrigin;
  const at = marks[name] ?? 0;
  return at > from && at - from;
}

/**
 * Waits for a mark of the page.
 * @returns milliseconds to the mark, since the last tap or the start of loading
 */
export async function timeOf(
  page: Page,
  name: keyof Marks,
  from: 'tap' | 'opening' = 'tap',
): Promise<number> {
  const found = await page.waitForFunction(readTime, { name, isTapped: from === 'tap' });
  return Number(await found.jsonValue());
}
