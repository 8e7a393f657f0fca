// The short run of `npm test`: things that broke in an engine before, and those that everything else needs.
import { expect } from 'vitest';

import { PASSWORD } from '#demo/load-members.ts';

import { inOtherEngines, NO_CONNECTION } from './journeys.ts';
import { button, field, link, type Page } from './page.ts';

const GUEST_PAGES = ['/', '/about', '/exchange', '/eduhub', '/login', '/nowhere'];

const hasSidewaysScroll = () =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth;

/** Scrolls to the end of the feed, which loads more on the way. */
const scrollToEnd = (page: Page) =>
  page.waitFor(() => {
    scrollTo(0, document.body.scrollHeight);
    return document.body.textContent.includes('You’re all caught up');
  });

/** @returns the position of a post on the screen, once it has not moved for some frames */
const restingTop = (id: string) =>
  new Promise<number>((resolve) => {
    let [top, frames] = [Number.NaN, 0];
    const look = () => {
      const now = document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
      frames = Math.abs(now - top) < 1 ? frames + 1 : 0;
      top = now;
      if (frames > 30) resolve(top);
      else requestAnimationFrame(look);
    };
    look();
  });

inOtherEngines((journey) => {
  journey('guests read pages', async ({ page, look }) => {
    for (const path of GUEST_PAGES) {
      await page.goto(path);
      await look(`guest${path.replaceAll('/', '-')}`);
      expect(await page.run(hasSidewaysScroll), `${path} scrolls sideways`).toBe(false);
    }
  });

  journey('a member signs in, and returns to their place in the feed', async ({ page, look }) => {
    await page.goto('/login');
    await page.type(field('Email'), 'maria@glean.example');
    await page.type(field('Password'), PASSWORD);
    await page.press(button('Login'));
    await page.isAt('/forums/explore');
    await scrollToEnd(page);
    const id = await page.run(() => {
      const post = [...document.querySelectorAll('main article[id]')].at(-12);
      post?.scrollIntoView({ block: 'center' });
      return post?.id ?? '';
    });
    // The position is saved after the last scroll.
    await page.waitFor(() => (history.state as { place?: { y: number } }).place?.y === scrollY);
    const before = await page.run(restingTop, id);
    await page.press({ css: `[id="${id}"] :is(h2, h3) a` });
    await page.waitFor(() => location.pathname.startsWith('/forums/posts/'));
    await page.has({ css: 'h1' });
    await page.back();
    await page.isAt('/forums/explore');
    await page.waitFor((post) => document.getElementById(post) !== null, id);
    expect(Math.abs((await page.run(restingTop, id)) - before)).toBeLessThan(4);
    await look('back');
  });

  journey(
    'visited pages are read without the server',
    async ({ page, line, allowErrors, look }) => {
      allowErrors(NO_CONNECTION);
      await page.goto('/about');
      await page.isStored('/about');
      for (const state of ['cut', 'bad-gateway'] as const) {
        line.state = state;
        await page.goto('/about');
        expect(await page.run(() => document.title)).toBe('About | Glean');
      }
      line.state = 'cut';
      await page.goto('/exchange');
      await page.sees('You’re offline');
      await page.goto('/offline');
      await page.has(link('About'));
      await look('offline');
    },
  );
});
