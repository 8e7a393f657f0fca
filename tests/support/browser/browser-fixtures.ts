// Playwright's `test`, which fails on console errors and CSP violations, with an accessibility check.
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';

interface Fixtures {
  /** Allows console errors that match, e.g. `/status of 404/`. */
  allowBrowserErrors: (pattern: RegExp) => void;
  /** Fails when axe finds a violation; `npm run test:all` checks both themes. */
  axe: () => Promise<void>;
}

// Logged to the console, because Chromium does not report every violation there.
const reportViolations = () =>
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI}`),
  );

// React reports an island whose page was left before hydration, which no member sees.
const LEFT_BEFORE_HYDRATION = /React error #424\b[\s\S]*\bunmount\b/;

// A script loaded through a service worker fails like this when its page is left.
const LEFT_WHILE_LOADING = /ERR_FAILED \(.*\/_astro\//;

async function listen(context: BrowserContext, errors: string[]): Promise<void> {
  await context.addInitScript(reportViolations);
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => {
    const { stack, name, message } = error.error();
    // Errors of the browser itself, e.g. of a skipped transition, have no stack.
    const text = stack || `${name}: ${message}`;
    if (!LEFT_BEFORE_HYDRATION.test(text)) errors.push(text);
  });
}

// The rules whose result differs between the themes.
const THEMED_RULES = ['color-contrast', 'link-in-text-block'];

// The site has no frames: legacy mode saves a second page for each analysis.
// Passing results are not collected, which saves a quarter of the time.
const createAnalysis = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

async function expectAccessible(analysis: AxeBuilder): Promise<void> {
  const { violations } = await analysis.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html }) => html),
  }));
  expect(found, 'accessibility').toEqual([]);
}

/** Waits until a closed dialog has left the history, because its step back would cancel the page load. */
const waitForClosedDialogs = (page: Page) =>
  page.waitForFunction(
    () => !history.state?.isDialog || Boolean(document.querySelector('dialog[open]')),
  );

/** Lets `goto` and `reload` wait until forms and buttons work, unless the test sets `waitUntil`. */
function waitForHydration(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const hydrated = async <T>(navigation: Promise<T>): Promise<T> => {
    const response = await navigation;
    await expect(page.locator('astro-island[ssr][client=load]')).toHaveCount(0);
    return response;
  };
  page.goto = async (url, options) => {
    await waitForClosedDialogs(page);
    return options ? goto(url, options) : hydrated(goto(url));
  };
  page.reload = (options) => (options ? reload(options) : hydrated(reload()));
}

export const test = base.extend<Fixtures>({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForHydration(page);
    await use(page);
  },

  allowBrowserErrors: [
    async ({ context, serviceWorkers }, use) => {
      const errors: string[] = [];
      const allowed: RegExp[] = serviceWorkers === 'allow' ? [LEFT_WHILE_LOADING] : [];
      await listen(context, errors);
      await use((pattern) => void allowed.push(pattern));
      const others = errors.filter((each) => !allowed.some((pattern) => pattern.test(each)));
      expect(others, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],

  axe: async ({ page }, use) => {
    await use(async () => {
      await expectAccessible(createAnalysis(page));
      // A second analysis takes as long as three pages, so only test:all runs it.
      if (!process.env['TEST_ALL']) return;
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(createAnalysis(page).withRules(THEMED_RULES));
      await page.emulateMedia({ colorScheme: 'light' });
    });
  },
});

export { expect };
