import { showModal } from '#islands/forum/modals/modal-host.tsx';

import { PostDialog } from './PostDialog.tsx';

/**
 * Opens the post dialog, unless a dialog is open.
 * @param viewerId whose post it will be
 * @param opener has the focus again afterwards
 */
export function openPost(viewerId: string, opener: HTMLElement): void {
  showModal((close) => <PostDialog viewerId={viewerId} onClose={close} />, opener);
}
