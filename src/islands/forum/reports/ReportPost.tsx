import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';

import { WithDraft } from '#islands/forum/dialogs/WithDraft.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { draftMessage, FormError } from '#islands/ui/form/FormError.tsx';
import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { clearDraft, readDraft, saveDraft } from '#lib/client/drafts/drafts.ts';
import { fieldErrors, isInField, isServerError, isSignedOut } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { reportMutation, reportStatusQuery } from '#lib/client/moderation/reports.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { t } from '#lib/messages/t.ts';

import styles from '#islands/forum/dialogs/DialogForm.module.css';

interface Props {
  post: Post;
  onClose: () => void;
}

const reportDraftId = ({ post_id }: Post) => ({
  accountId: getViewerId(),
  kind: `report:${post_id}` as const,
});

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

/** Common reasons, for members who do not like to write. */
const reasons = () => [
  t('report.gone'),
  t('report.untrue'),
  t('report.money'),
  t('report.rude'),
  t('report.off_topic'),
];

interface ReportReasonsProps {
  text: string;
  onChange: (text: string) => void;
}

const linesOf = (text: string) => text.split('\n');

/** Adds a reason as the last line of a text, or removes it. */
const toggle = (text: string, reason: string): string => {
  const lines = linesOf(text);
  if (lines.includes(reason)) return lines.filter((line) => line !== reason).join('\n');
  return text.trim() ? `${text}\n${reason}` : reason;
};

/** Buttons that add a common reason to a report or remove it. */
const ReportReasons = ({ text, onChange }: ReportReasonsProps) => (
  <fieldset className={styles.reasons} aria-label={t('report.reasons')}>
    {reasons().map((reason) => (
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
 * @param initial the text of the draft
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
      <ModalHeader id={id} title={t('report.title')} onClose={onClose}>
        <button type="submit" className="button" aria-disabled={isPending}>
          {isPending ? t('outbox.sending') : t('post.report')}
        </button>
      </ModalHeader>
      <div className={styles.fields}>
        <FormError message={isSignedOut(error) ? draftMessage() : ''} isSignedOut isToasted />
        <p>{t('report.lead', { title: post.title, name: post.account.name })}</p>
        <ReportReasons text={text} onChange={write} />
        <TextArea
          ref={area}
          label={t('report.question')}
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
          <ModalHeader id={id} title={t('report.title')} onClose={onClose} />
          <div className={styles.fields}>
            <output>{t('error.already_reported')}</output>
          </div>
        </>
      ) : (
        <ReportForm id={id} initial={initial} post={post} onClose={onClose} />
      )}
    </Modal>
  );
}

/** Reports another member’s post to staff, once. */
export const ReportPost = ({ post, onClose }: Props) => (
  <WithDraft read={() => readDraft(reportDraftId(post))}>
    {(draft) => <OpenReport post={post} initial={draft?.text ?? ''} onClose={onClose} />}
  </WithDraft>
);
