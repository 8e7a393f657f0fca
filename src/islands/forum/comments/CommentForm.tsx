import { type KeyboardEvent, type SubmitEvent, useId } from 'react';

import { Avatar } from '#islands/ui/media/Avatar.tsx';
import type { Account } from '#lib/contract/people/members.ts';

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
        Your comment is saved here.{' '}
        <a href={`/login?redirect=${encodeURIComponent(location.pathname)}`}>Login</a>
      </p>
    )}
  </>
);

const STATUSES = {
  sending: 'Sending your comment…',
  waiting: 'Your comment is waiting. We’ll send it when you’re back online.',
  sent: 'Comment posted.',
};

/** Announces to screen readers what the list shows. */
const SendStatus = ({ status }: Props['comment']) => (
  <output className="visually-hidden">{status && STATUSES[status]}</output>
);

/** Where a member comments. Enter adds a line, Ctrl+Enter or Cmd+Enter sends. */
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
        aria-label="Your comment"
        name="comment"
        placeholder="Ask, offer, or say thanks"
        rows={1}
        value={text}
        readOnly={sending !== null}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="button" aria-disabled={sending !== null}>
        Post Comment
      </button>
      <SendStatus {...comment} />
      <Messages id={id} {...comment} />
    </form>
  );
}
