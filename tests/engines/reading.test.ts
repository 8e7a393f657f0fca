import { expect } from 'vitest';

import { inOtherEngines, NO_CONNECTION } from './journeys.ts';
import { button } from './page.ts';

const GUEST = ['/', '/forums/explore', '/eduhub', '/exchange/impact', '/join', '/display'];
const MEMBER = [
  '/forums/explore',
  '/forums/my-discussions',
  '/forums/followers',
  '/exchange/pickups',
  '/notifications',
  '/profile',
  '/profile/passkeys',
  '/profile/privacy',
];

const DARK = ['/forums/explore', '/exchange', '/eduhub', '/notifications', '/display'];
const DARK_COLOR = /^oklch\(0\.2/;

const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

/** Whether a canvas is visible and not empty: react-pdf shows a page once it is rendered completely. */
const hasInk = () => {
  const canvas = document.querySelector('canvas');
  if (canvas?.style.visibility === 'hidden') return false;
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  return pixels?.some((value, at) => at % 4 === 0 && value < 100 && (pixels[at + 3] ?? 0) > 200);
};

inOtherEngines((journey) => {
  journey('no page is wider than a phone or a desk', async ({ page, look, resize, signIn }) => {
    const read = async (paths: string[], who: string) => {
      for (const size of ['phone', 'desk'] as const) {
        await resize(size);
        for (const path of paths) {
          await page.goto(path);
          await look(`${size}-${who}${path.replaceAll('/', '-')}`);
          expect(await page.run(isTooWide), `${path} scrolls sideways`).toBe(false);
        }
      }
    };
    await read(GUEST, 'guest');
    await signIn('maria');
    await read(MEMBER, 'member');
  });

  journey('a saved guide is read without a connection', async (visit) => {
    const { page, line, allowErrors, look } = visit;
    allowErrors(NO_CONNECTION);
    const first = 'main a[href^="/eduhub/"]';
    await page.goto('/eduhub');
    // WebKit never installs a worker if a full load leaves its page at once.
    await page.isStored('/eduhub');
    const guide = await page.run(
      (css) => document.querySelector(css)?.getAttribute('href') ?? '',
      first,
    );
    await page.press({ css: first });
    await page.isAt(guide);
    await page.press(button(/^Save for offline/));
    await page.sees('Saved (');
    await page.run(() => caches.delete('visited'));
    line.state = 'cut';
    await page.goto('/offline');
    await page.press({ css: `main a[href="${guide}"]` });
    await page.isAt(guide);
    await page.sees('- THE END');
    await page.waitFor(() => {
      const images = [...document.querySelectorAll<HTMLImageElement>('article img')];
      const missing = images.find(({ naturalWidth }) => naturalWidth === 0);
      missing?.scrollIntoView();
      return images.length > 0 && !missing;
    });
    await look('guide-offline');
  });

  journey('the pages of a PDF are rendered', async ({ page, look, resize }) => {
    await resize('desk');
    // Scripts of the PDF viewer's worker pass through the service worker.
    await page.goto('/about');
    await page.isStored('/about');
    await page.goto('/legal-agreements/data-privacy');
    // The PDF pages open when they are scrolled to.
    await page.waitFor(() => {
      document.querySelector('[aria-label="PDF pages"]')?.scrollIntoView();
      return document.querySelector('canvas') !== null;
    });
    await page.waitFor(hasInk);
    await look('pdf');
  });

  journey('a browser solves the challenge of the form to join', async ({ page, look }) => {
    await page.goto('/about');
    await page.isStored('/about');
    await page.goto('/join');
    await page.waitFor(() => document.querySelector<HTMLInputElement>('[data-challenge]')?.value);
    await look('join');
  });

  journey('pages are read in the dark theme', async ({ page, look, signIn }) => {
    await signIn('maria');
    await page.run(() => void (document.cookie = 'theme=dark; path=/'));
    for (const path of DARK) {
      await page.goto(path);
      await look(`dark${path.replaceAll('/', '-')}`);
      const background = await page.run(
        () => getComputedStyle(document.documentElement).backgroundColor,
      );
      expect(background, path).toMatch(DARK_COLOR);
    }
  });
});
