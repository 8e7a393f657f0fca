import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';

import { WithDraft } from '#islands/forum/dialogs/WithDraft.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { DRAFT_MESSAGE, FormError } from '#islands/ui/form/FormError.tsx';
import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { clearDraft, readDraft, saveDraft } from '#lib/client/drafts/drafts.ts';
import { fieldErrors, isInField, isServerError, isSignedOut } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { reportMutation, reportStatusQuery } from '#lib/client/moderation/reports.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/forum/posts.ts';

import styles from '#islands/forum/dialogs/DialogForm.module.css';

interface Props {
  post: Post;
  onClose: () => void;
}

const reportDraftId = ({ post_id }: Post) => ({
  accountId: getViewerId(),
  kind: `report:${post_id}` as const,
});

/** A report that is being written, until it is sent. */
function useReport(post: Post, initial: string, onClose: () => void) {
  const [id] = useState(() => reportDraftId(post));
  const [text, setText] = useState(initial);
  const { mutateAsync, isPending, error } = useMutation(
    reportMutation(post.post_id),
    queryClient(),
  );
  const write = (next: string) => {
    setText(next);
    void saveDraft(id, { text: next });
  };
  const submit = async () => {
    await mutateAsync(text.trim());
    void clearDraft(id);
    onClose();
  };
  return { text, write, submit, isPending, error };
}

/** What is often wrong, for those who do not like to write. */
const REASONS = [
  'It’s already gone.',
  'It isn’t true.',
  'It asks for money in advance.',
  'It’s rude.',
  'It isn’t about farming.',
];

interface ReportReasonsProps {
  text: string;
  onChange: (text: string) => void;
}

const linesOf = (text: string) => text.split('\n');

/** @returns the text with a reason as its last line, or without it */
const toggle = (text: string, reason: string): string => {
  const lines = linesOf(text);
  if (lines.includes(reason)) return lines.filter((line) => line !== reason).join('\n');
  return text.trim() ? `${text}\n${reason}` : reason;
};

/** Buttons that write a common reason into a report, or take it out again. */
const ReportReasons = ({ text, onChange }: ReportReasonsProps) => (
  <fieldset className={styles.reasons} aria-label="Common reasons">
    {REASONS.map((reason) => (
      <button
        key={reason}
        type="button"
        className="button quiet"
        aria-pressed={linesOf(text).includes(reason)}
        onClick={() => onChange(toggle(text, reason))}
      >
        {reason.slice(0, -1)}
      </button>
    ))}
  </fieldset>
);

/**
 * @param id of the heading
 * @param initial what was written before
 */
function ReportForm({ id, initial, post, onClose }: Props & { id: string; initial: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, write, submit, isPending, error } = useReport(post, initial, onClose);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) submit().catch(() => area.current?.focus());
  };
  return (
    <form
      onSubmit={onSubmit}
      noValidate
      data-toasted={isServerError(error) && !isInField(error) ? '' : undefined}
    >
      <ModalHeader id={id} title="Report post" onClose={onClose}>
        <button type="submit" className="button" aria-disabled={isPending}>
          {isPending ? 'Sending…' : 'Report'}
        </button>
      </ModalHeader>
      <div className={styles.fields}>
        <FormError message={isSignedOut(error) ? DRAFT_MESSAGE : ''} isSignedOut isToasted />
        <p>
          Our staff will review “{post.title}”. {post.account.name} won’t know who reported it.
        </p>
        <ReportReasons text={text} onChange={write} />
        <TextArea
          ref={area}
          label="What’s wrong with this post?"
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

function OpenReport({ post, initial, onClose }: Props & { initial: string }) {
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
        <ReportForm id={id} initial={initial} post={post} onClose={onClose} />
      )}
    </Modal>
  );
}

/** Reports another member's post to staff, once. */
export const ReportPost = ({ post, onClose }: Props) => (
  <WithDraft read={() => readDraft(reportDraftId(post))}>
    {(draft) => <OpenReport post={post} initial={draft?.text ?? ''} onClose={onClose} />}
  </WithDraft>
);
