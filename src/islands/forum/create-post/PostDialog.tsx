import { type SubmitEvent, useId, useState } from 'react';
import * as z from 'zod/mini';

import { MAX_ATTACHMENTS, PostInput } from '#lib/contract/posts.ts';
import { Confirm } from '#islands/ui/Confirm.tsx';
import { Modal } from '#islands/ui/Modal.tsx';

import { PostForm } from './PostForm.tsx';
import { showPosted } from './posted.ts';
import { usePictures } from './use-pictures.ts';
import { usePublish } from './use-publish.ts';
import { useWords } from './use-words.ts';

interface Props {
  viewerId: string;
  onClose: () => void;
}

/** @returns what is wrong with the words besides their absence, which is only noted (spec 5) */
function check(draft: PostInput): Record<string, string> | null {
  const { success, error } = z.safeParse(PostInput, draft);
  if (success) return null;
  const long = error.issues.filter(({ code }) => code === 'too_big');
  // oxlint-disable-next-line no-console -- the spec asks for a note, not a message
  if (long.length < error.issues.length) console.info('Title and description are required.');
  return Object.fromEntries(long.map(({ path, message }) => [String(path[0]), message]));
}

/** Where a member writes a post (spec 5). Fields are new each time it opens; leaving with something in them asks. */
export function PostDialog({ viewerId, onClose }: Props) {
  const titleId = useId();
  const words = useWords(viewerId);
  const pictures = usePictures();
  const [asks, setAsks] = useState(false);
  const close = () => {
    words.forget();
    onClose();
  };
  const sender = usePublish((post) => {
    close();
    showPosted(post);
  });
  const { chosen } = pictures;
  const isEmpty = words.isEmpty && chosen.length === 0;
  const isPending = sender.sending.state === 'sending';
  const isReady = words.isComplete && chosen.length <= MAX_ATTACHMENTS && !isPending;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = check(words.draft);
    if (fields) return sender.setSending({ state: 'failed', message: '', fields });
    if (isReady) void sender.publish({ ...words.draft, pictures: chosen.map(({ file }) => file) });
  };

  return (
    <Modal labelledBy={titleId} onLeave={() => (isEmpty ? close() : setAsks(true))}>
      <PostForm
        titleId={titleId}
        words={words}
        pictures={pictures}
        sending={sender.sending}
        isReady={isReady}
        onSubmit={submit}
        onCancel={sender.cancel}
        onLeave={() => (isEmpty ? close() : setAsks(true))}
      />
      {asks && (
        <Confirm
          question="Discard this post?"
          detail="What you wrote and the pictures you chose will be gone."
          no="Keep writing"
          yes="Discard"
          onNo={() => setAsks(false)}
          onYes={close}
        />
      )}
    </Modal>
  );
}
