import { type SubmitEvent, useId, useRef, useState } from 'react';

import { useSend } from '#islands/forum/modals/use-modal-submit.ts';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { FormError } from '#islands/ui/feedback/ErrorState.tsx';
import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { clearDraft, saveDraft, readReportDraft } from '#lib/client/drafts/drafts.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { reportPost } from '#lib/client/reports.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import { REPORT_MESSAGE } from '#lib/contract/messages.ts';
import type { Post } from '#lib/contract/posts.ts';

import styles from '#islands/forum/modals/ModalForm.module.css';

/** What somebody tells staff about a post; it outlives a reload until it is sent. */
function useReport(post: Post, onClose: () => void) {
  const [slot] = useState(() => ({ accountId: getViewerId(), what: `report:${post.post_id}` }));
  const [text, setText] = useState(() => readReportDraft(slot));
  const { isPending, fields, setFields, ended, send } = useSend(post.post_id);
  const write = (next: string) => {
    setText(next);
    saveDraft(slot, { text: next });
  };
  const submit = async () => {
    const reason = text.trim();
    if (!reason) return setFields({ report_desc: REPORT_MESSAGE });
    if (!(await send(() => reportPost(post.post_id, reason)))) return;
    clearDraft(slot);
    onClose();
    toastSuccess('Your report has been submitted.');
  };
  return { text, write, submit, isPending, error: fields['report_desc'], ended };
}

/** Tells staff what is wrong with somebody else's post (spec 2, spec 5). */
export function ReportPost({ post, onClose }: { post: Post; onClose: () => void }) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, write, submit, isPending, error, ended } = useReport(post, onClose);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending) return;
    void submit().then(() => area.current?.focus());
  };
  return (
    <Modal labelledBy={id} onRequestClose={onClose} shape="card">
      <form onSubmit={onSubmit} noValidate>
        <ModalHeader id={id} title="Report post" onClose={onClose}>
          <button type="submit" className="button" aria-disabled={isPending}>
            {isPending ? 'Sending…' : 'Report'}
          </button>
        </ModalHeader>
        <div className={styles.fields}>
          <FormError message={ended} isSignedOut />
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
            error={error}
            onChange={({ target }) => write(target.value)}
          />
        </div>
      </form>
    </Modal>
  );
}
