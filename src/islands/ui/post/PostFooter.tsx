import type { ReactNode } from 'react';

import { formatNumber } from '#islands/ui/format/format-number.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { t } from '#lib/messages/t.ts';

import { type PostView, postHref } from './post-links.ts';

import styles from './PostFooter.module.css';

export interface PostActions {
  /** a like is pending */
  isLiking: boolean;
  onToggleLike: () => void;
  onShare: (opener: HTMLElement) => void;
  /** scrolls to comments on the same page */
  onComments?: () => void;
}

interface Props extends PostView {
  actions?: PostActions;
  /** in a list, the accessible names include the post */
  isInList?: boolean;
}

const likesText = (count: number) => t('post.likes', { count, shown: formatNumber(count) });

/** A number beside its icon, with a label for screen readers. */
const Count = ({ count, label }: { count: number; label: string }) => (
  <>
    <span aria-hidden="true">{formatNumber(count)}</span>
    <span className="visually-hidden">{label}</span>
  </>
);

/** The accessible name of an action; undefined when the visible text is enough. */
const nameIn = ({ isInList, post }: Props, action: string): string | undefined =>
  isInList ? t('post.action_of', { action, title: post.title }) : undefined;

interface ActionProps {
  label: string | undefined;
  href?: string;
  onClick?: ((opener: HTMLElement) => void) | undefined;
  children: ReactNode;
}

/** A button if it has a handler, otherwise a link. */
const Action = ({ label, href, onClick, children }: ActionProps) =>
  onClick ? (
    <button
      type="button"
      aria-label={label}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      {children}
    </button>
  ) : (
    <a href={href} aria-label={label}>
      {children}
    </a>
  );

function LikeButton(props: Props) {
  const { post, actions, isInList } = props;
  const count = likesText(post.likes);
  const likes = (
    <>
      <Icon path={ICONS.heart} filled={post.is_liked} />
      <Count count={post.likes} label={count} />
    </>
  );
  if (!actions)
    return (
      <a href={postHref({ post, isGuest: true })} aria-label={nameIn(props, count)}>
        {likes}
      </a>
    );
  const name = t('post.like', { likes: count });
  return (
    <button
      type="button"
      className={isInList ? undefined : styles.like}
      aria-pressed={post.is_liked}
      aria-label={nameIn(props, name) ?? name}
      // `disabled` would lose the keyboard focus.
      aria-disabled={actions.isLiking}
      onClick={() => actions.isLiking || actions.onToggleLike()}
    >
      {likes}
    </button>
  );
}

/** Likes, comments and sharing of a post. For guests they link to the login. */
export function PostFooter(props: Props) {
  const { post, isGuest = false, actions } = props;
  const href = postHref({ post, isGuest });
  const count = post.comments;
  const comments = t('post.comments', { count, shown: formatNumber(count) });
  return (
    <footer className={styles.footer}>
      <LikeButton {...props} />
      <Action
        label={nameIn(props, comments)}
        href={isGuest ? href : `${href}#comments`}
        onClick={actions?.onComments}
      >
        <Icon path={ICONS.comment} />
        <Count count={count} label={comments} />
      </Action>
      <Action label={nameIn(props, t('post.share'))} href={href} onClick={actions?.onShare}>
        <Icon path={ICONS.share} />
        {t('post.share')}
      </Action>
    </footer>
  );
}
