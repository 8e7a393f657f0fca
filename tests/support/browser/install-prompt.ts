import type { Page } from '@playwright/test';

/**
 * Says what Chromium says where the site can be installed. The browser of the tests never does.
 * @returns whether it would show nothing by itself
 */
export const offerByBrowser = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      // As where the press is too long ago.
      prompt() {
        document.body.dataset['prompted'] = '';
        return Promise.reject(new DOMException('', 'NotAllowedError'));
      },
    });
    return !dispatchEvent(event);
  });
