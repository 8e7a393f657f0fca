import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const AHEAD = /\/PostDialog\./;

test('pages are not preloaded until a press ends', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'it is about fingers');
  await signIn(page, 'tess');
  await page.goto('/forums/explore', { waitUntil: 'networkidle' });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const devTools = await page.context().newCDPSession(page);
  const touchPoints = [{ x: 180, y: 60 }];
  const loaded = page.waitForRequest(AHEAD);
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(requested.filter((url) => AHEAD.test(url))).toEqual([]);
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await loaded;
});
