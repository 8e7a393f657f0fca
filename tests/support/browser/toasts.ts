import { expect, type Page } from '@playwright/test';

import type { ToastArea } from '#lib/client/toasts/toast-options.ts';

/** Expects a toast, ignoring those that are closing. */
export const expectToast = (page: Page, area: ToastArea, message: string): Promise<void> =>
  expect(page.locator(`.${area} [data-in=true]`).filter({ hasText: message })).toBeVisible();
