import type { Page } from '@playwright/test';

/**
 * Dispatches the event with which Chromium offers to install the site; the tests' browser never does.
 * @returns whether the site prevented the browser's own prompt
 */
export const offerByBrowser = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      // Rejects, as when the click was too long ago.
      prompt() {
        document.body.dataset['prompted'] = '';
        return Promise.reject(new DOMException('', 'NotAllowedError'));
      },
    });
    return !dispatchEvent(event);
  });
