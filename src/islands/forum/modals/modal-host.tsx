import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

import { persistStylesheets } from '#lib/client/persist-stylesheets.ts';
import { queryClient } from '#lib/client/query/query-client.ts';

let shown: HTMLElement | undefined;

/**
 * Shows a dialog above the page, unless there is one.
 * @param draw makes it, given what closes it
 * @param opener has the focus again afterwards
 */
export function showModal(draw: (close: () => void) => ReactNode, opener: HTMLElement): void {
  if (shown?.isConnected) return;
  persistStylesheets();
  const host = document.createElement('div');
  const root = createRoot(host);
  const close = () => {
    root.unmount();
    host.remove();
    document.removeEventListener('astro:after-swap', close);
    opener.focus();
  };
  shown = host;
  document.body.append(host);
  // Another page: what was written waits in the kept draft.
  document.addEventListener('astro:after-swap', close);
  root.render(<QueryClientProvider client={queryClient()}>{draw(close)}</QueryClientProvider>);
}
