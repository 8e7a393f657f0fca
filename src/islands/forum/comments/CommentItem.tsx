import { useEffect, useRef } from 'react';

import { formatShortTime } from '#islands/ui/format/relative-time.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { LinkedText } from '#islands/ui/LinkedText.tsx';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { Menu } from '#islands/ui/menu/Menu.tsx';
import type { Comment } from '#lib/contract/forum/comments.ts';
import { commentPath, memberPath, reportPagePath } from '#lib/contract/paths.ts';
import { roleLabel } from '#lib/messages/names/role-names.ts';
import { t } from '#lib/messages/t.ts';
import { splitTags } from '#lib/messages/tags.ts';

import styles from './Comments.module.css';

interface CommentItemProps {
  comment: Comment;
  /** milliseconds since 1970 */
  now: number;
  viewerId: string;
  postId: string;
  /** the post's author */
  authorId: string;
  /** set while the server does not have the comment yet */
  status?: 'sending' | 'waiting';
  /** the page was opened for this comment */
  isTarget?: boolean;
}

/** Props that scroll to a comment and focus it when it appears. */
function useScrollTarget(isTarget: boolean) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isTarget) return;
    ref.current?.scrollIntoView({ block: 'center' });
    ref.current?.focus({ preventScroll: true });
  }, [isTarget]);
  return isTarget ? { ref, tabIndex: -1, 'data-target': true } : {};
}

/** Edit and delete for one’s own comment, report for other members’ comments. */
const CommentMenu = ({
  comment,
  postId,
  isOwn,
}: Pick<CommentItemProps, 'comment' | 'postId'> & { isOwn: boolean }) => (
  <Menu
    label={isOwn ? t('comment.own_options') : t('comment.options', { name: comment.account.name })}
  >
    {isOwn ? (
      <a
        className="entry"
        href={commentPath(postId, comment.comment_id)}
        aria-label={t('comment.edit_or_delete')}
      >
        <Icon path={ICONS.pencil} />
        {t('comment.edit')}
      </a>
    ) : (
      <a className="entry" href={reportPagePath('comment', comment.comment_id)}>
        <Icon path={ICONS.flag} />
        {splitTags(t('comment.report', { name: comment.account.name })).map(({ tag, text }) =>
          tag ? (
            <span key={text} className="visually-hidden">
              {text}
            </span>
          ) : (
            text
          ),
        )}
      </a>
    )}
  </Menu>
);

export function CommentItem(props: CommentItemProps) {
  const { comment, now, viewerId, postId, authorId, status, isTarget = false } = props;
  const { account, content, created_at, edited_at } = comment;
  const { account_id, name, profile_picture, account_type } = account;
  const isOwn = account_id === viewerId;
  const href = memberPath(account_id, isOwn);
  const targetProps = useScrollTarget(isTarget);
  return (
    <li className={styles.comment} data-status={status} {...targetProps}>
      <Avatar name={name} picture={profile_picture} />
      <div>
        <div className={styles.by}>
          <span>
            <a href={href}>{name}</a>
            {account_id === authorId && <b>{t('comment.author')}</b>}
          </span>
          <span>
            <small>{roleLabel(account_type)}</small>
            {status ? (
              <small>{status === 'sending' ? t('outbox.sending') : t('comment.waits')}</small>
            ) : (
              <time dateTime={created_at}>{formatShortTime(created_at, now)}</time>
            )}
            {edited_at && <small>{t('comment.edited')}</small>}
          </span>
          {!status && <CommentMenu comment={comment} postId={postId} isOwn={isOwn} />}
        </div>
        <LinkedText text={content} />
      </div>
    </li>
  );
}
