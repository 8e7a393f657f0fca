import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';

import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { FormError } from '#islands/ui/form/FormError.tsx';
import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { clearDraft, type DraftId, readReportDraft, saveDraft } from '#lib/client/drafts/drafts.ts';
import { errorMessage, fieldErrors, isSignedOut } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { reportMutation, reportStatusQuery } from '#lib/client/reports.ts';
import type { Post } from '#lib/contract/posts.ts';

import styles from '#islands/forum/dialogs/DialogForm.module.css';

/** A report that is being written; it survives a reload until it is sent. */
function useReport(post: Post, onClose: () => void) {
  const [id] = useState((): DraftId => ({
    accountId: getViewerId(),
    kind: `report:${post.post_id}`,
  }));
  const [text, setText] = useState(() => readReportDraft(id));
  const { mutateAsync, isPending, error } = useMutation(
    reportMutation(post.post_id),
    queryClient(),
  );
  const write = (next: string) => {
    setText(next);
    saveDraft(id, { text: next });
  };
  const submit = async () => {
    await mutateAsync(text.trim());
    clearDraft(id);
    onClose();
  };
  return { text, write, submit, isPending, error };
}

interface Props {
  post: Post;
  onClose: () => void;
}

/** @param id of the heading */
function ReportForm({ id, post, onClose }: Props & { id: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, write, submit, isPending, error } = useReport(post, onClose);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) submit().catch(() => area.current?.focus());
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <ModalHeader id={id} title="Report post" onClose={onClose}>
        <button type="submit" className="button" aria-disabled={isPending}>
          {isPending ? 'Sending…' : 'Report'}
        </button>
      </ModalHeader>
      <div className={styles.fields}>
        <FormError message={isSignedOut(error) ? errorMessage(error) : ''} isSignedOut />
        <p>
          Staff will look at “{post.title}”. {post.account.name} is not told who reported it.
        </p>
        <TextArea
          ref={area}
          label="What is wrong with this post?"
          name="report_desc"
          data-focus
          required
          rows={4}
          value={text}
          error={fieldErrors(error)['report_desc']}
          onChange={({ target }) => write(target.value)}
        />
      </div>
    </form>
  );
}

/** Reports another member's post to staff, once. */
export function ReportPost({ post, onClose }: Props) {
  const id = useId();
  const { data } = useQuery(reportStatusQuery(getViewerId(), post.post_id), queryClient());
  return (
    <Modal labelledBy={id} onRequestClose={onClose} shape="card">
      {data?.is_reported ? (
        <>
          <ModalHeader id={id} title="Report post" onClose={onClose} />
          <div className={styles.fields}>
            <output>You have already reported this post.</output>
          </div>
        </>
      ) : (
        <ReportForm id={id} post={post} onClose={onClose} />
      )}
    </Modal>
  );
}
