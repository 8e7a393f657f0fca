import { type KeyboardEvent, type SubmitEvent, useId } from 'react';

import { Avatar } from '#islands/ui/media/Avatar.tsx';
import type { Account } from '#lib/contract/people/members.ts';
import { t } from '#lib/messages/t.ts';

import type { useComment } from './use-comment.ts';

import styles from './CommentForm.module.css';

interface Props {
  viewer: Account;
  comment: ReturnType<typeof useComment>;
}

const Messages = ({ id, error, mustSignIn }: { id: string } & Props['comment']) => (
  <>
    {error && (
      <p id={id} role="alert">
        {error}
      </p>
    )}
    {mustSignIn && (
      <p>
        {t('comment.saved_here')}{' '}
        <a href={`/login?redirect=${encodeURIComponent(location.pathname)}`}>{t('auth.login')}</a>
      </p>
    )}
  </>
);

const statusText = (status: 'sending' | 'waiting' | 'sent') =>
  ({ sending: t('comment.sending'), waiting: t('comment.waiting'), sent: t('comment.sent') })[
    status
  ];

/** Announces to screen readers whether the comment was sent. */
const SendStatus = ({ status }: Props['comment']) => (
  <output className="visually-hidden">{status && statusText(status)}</output>
);

/** The form for a comment. Enter adds a line; Ctrl+Enter or Cmd+Enter sends. */
export function CommentForm({ viewer, comment }: Props) {
  const id = useId();
  const { text, field, write, submit, sending, error } = comment;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form className={styles.form} method="post" onSubmit={onSubmit} noValidate>
      <Avatar name={viewer.name} picture={viewer.profile_picture} />
      <textarea
        ref={field}
        aria-label={t('comment.yours')}
        name="comment"
        placeholder={t('comment.example')}
        rows={1}
        value={text}
        readOnly={sending !== null}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="button" aria-disabled={sending !== null}>
        {t('comment.post')}
      </button>
      <SendStatus {...comment} />
      <Messages id={id} {...comment} />
    </form>
  );
}
