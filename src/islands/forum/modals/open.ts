import { offline } from '#lib/client/call-failed.ts';
import { sayFailed } from '#lib/client/forum-toasts.ts';
import type { View } from '#lib/client/stores/view.ts';

/**
 * Shows something above the page. What that takes is fetched the first time.
 * @param opener has the focus again afterwards
 */
export async function openView(next: View, opener: HTMLElement): Promise<void> {
  opener.setAttribute('aria-busy', 'true');
  try {
    const { showView } = await import('./views.tsx');
    showView(next, opener);
  } catch (error) {
    sayFailed(offline(error));
  } finally {
    opener.removeAttribute('aria-busy');
  }
}
