import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';

import { AllLikes } from '#islands/forum/likes/AllLikes.tsx';
import { DeletePost } from '#islands/forum/posts/DeletePost.tsx';
import { ListingStatus } from '#islands/forum/posts/ListingStatus.tsx';
import { SharePost } from '#islands/forum/posts/SharePost.tsx';
import { UpdatePost } from '#islands/forum/posts/update/UpdatePost.tsx';
import { ReportPost } from '#islands/forum/reports/ReportPost.tsx';
import { mountIsland } from '#lib/client/mount-island.ts';
import { type OpenView, openView, type View } from '#lib/client/stores/view.ts';

const PostDialog = lazy(() => import('#islands/forum/posts/create/PostDialog.tsx'));

const POST_DIALOGS = {
  likes: AllLikes,
  update: UpdatePost,
  delete: DeletePost,
  report: ReportPost,
};

let host: HTMLElement | undefined;

function close(closed: OpenView): void {
  // A request may end after its dialog was closed and another one opened.
  if (openView.get() === closed) openView.set(null);
}

function Dialog({ view, onClose }: { view: View; onClose: () => void }) {
  // The photo viewer opens itself, because guests have no host.
  if (view.kind === 'photos') return null;
  if (view.kind === 'create-post') return <PostDialog {...view} onClose={onClose} />;
  if (view.kind === 'listing') return <ListingStatus {...view} onClose={onClose} />;
  if (view.kind === 'share') return <SharePost {...view} onClose={onClose} />;
  const AboutPost = POST_DIALOGS[view.kind];
  return <AboutPost post={view.post} onClose={onClose} />;
}

function Opened({ opened }: { opened: OpenView }) {
  // The browser also restores the focus, but not to a button in a menu that has closed.
  useEffect(() => () => opened.opener.focus(), [opened]);
  return (
    <Suspense>
      <Dialog view={opened.view} onClose={() => close(opened)} />
    </Suspense>
  );
}

function DialogHost() {
  const opened = useStore(openView);
  return opened && <Opened opened={opened} />;
}

function createHost(): HTMLElement {
  const created = document.createElement('div');
  mountIsland(created, <DialogHost />);
  // The draft has the text.
  document.addEventListener('astro:after-swap', () => openView.set(null));
  return created;
}

/** Mounts one host of dialogs for all pages; the router replaces the body around it. */
export function mountDialogHost(): void {
  host ??= createHost();
  if (!host.isConnected) document.body.append(host);
}
