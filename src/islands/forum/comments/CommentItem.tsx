import { formatRelativeTime } from '#islands/ui/format/relative-time.ts';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import type { Comment } from '#lib/contract/comments.ts';
import { memberPath } from '#lib/contract/paths.ts';

import styles from './Comments.module.css';

interface Props {
  comment: Comment;
  /** milliseconds since 1970 */
  now: number;
  viewerId: string;
  /** it is being sent */
  isSending?: boolean;
}

/** A comment of a post. */
export function CommentItem({ comment, now, viewerId, isSending = false }: Props) {
  const { account, content, created_at } = comment;
  const { account_id, name, profile_picture } = account;
  const href = memberPath(account_id, account_id === viewerId);
  return (
    <li className={styles.comment} data-sending={isSending || undefined}>
      <Avatar name={name} picture={profile_picture} />
      <div>
        <p className={styles.by}>
          <a href={href}>{name}</a>
          {isSending ? (
            <small>Sending…</small>
          ) : (
            <time dateTime={created_at}>{formatRelativeTime(created_at, now)}</time>
          )}
        </p>
        <p>{content}</p>
      </div>
    </li>
  );
}
