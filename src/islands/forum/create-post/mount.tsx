import { createRoot } from 'react-dom/client';

import { keepStyles } from '#lib/client/kept-styles.ts';

import { PostDialog } from './PostDialog.tsx';

let shown: HTMLElement | undefined;

/**
 * Opens the post dialog, unless it is open.
 * @param viewerId whose post it will be
 * @param opener has the focus again afterwards
 */
export function openPost(viewerId: string, opener: HTMLElement): void {
  if (shown?.isConnected) return;
  keepStyles();
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
  // Another page: the words wait in the kept draft.
  document.addEventListener('astro:after-swap', close);
  root.render(<PostDialog viewerId={viewerId} onClose={close} />);
}
