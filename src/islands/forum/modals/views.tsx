import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

import { type View, view } from '#lib/client/stores/view.ts';

import { AllLikes } from './AllLikes.tsx';
import { DeletePost } from './DeletePost.tsx';
import { Pictures } from './Pictures.tsx';
import { ReportPost } from './ReportPost.tsx';
import { SharePost } from './SharePost.tsx';
import { showModal } from './show.tsx';
import { UpdatePost } from './UpdatePost.tsx';

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
  if (kind === 'pictures') return <Pictures {...shown} onClose={onClose} />;
  const Dialog = dialogs[kind];
  return <Dialog post={post} onClose={onClose} />;
}

/** Shows one of the forum's dialogs. @param opener has the focus again afterwards */
export function showView(next: View, opener: HTMLElement): void {
  view.set(next);
  showModal((close) => <Shown onClose={close} />, opener);
}
