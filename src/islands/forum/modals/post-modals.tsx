import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

import { AllLikes } from '#islands/forum/likes/AllLikes.tsx';
import { DeletePost } from '#islands/forum/posts/DeletePost.tsx';
import { ImageViewer } from '#islands/forum/posts/ImageViewer.tsx';
import { SharePost } from '#islands/forum/posts/SharePost.tsx';
import { UpdatePost } from '#islands/forum/posts/UpdatePost.tsx';
import { ReportPost } from '#islands/forum/reports/ReportPost.tsx';
import { type View, view } from '#lib/client/stores/view.ts';

import { showModal } from './modal-host.tsx';

const dialogs = {
  likes: AllLikes,
  share: SharePost,
  update: UpdatePost,
  delete: DeletePost,
  report: ReportPost,
};

function Shown({ onClose }: { onClose: () => void }) {
  const shown = useStore(view);
  useEffect(() => () => view.set(null), []);
  if (!shown) return null;
  const { kind, post } = shown;
  if (kind === 'pictures') return <ImageViewer {...shown} onClose={onClose} />;
  const Dialog = dialogs[kind];
  return <Dialog post={post} onClose={onClose} />;
}

/** Shows one of the forum's dialogs. @param opener has the focus again afterwards */
export function showView(next: View, opener: HTMLElement): void {
  view.set(next);
  showModal((close) => <Shown onClose={close} />, opener);
}
