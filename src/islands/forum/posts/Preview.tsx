import { EmptyState } from '#islands/ui/feedback/EmptyState.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { findLcpIndex } from '#islands/ui/media/image-props.ts';
import { PostCard } from '#islands/ui/post/PostCard.tsx';
import type { Post } from '#lib/contract/forum/posts.ts';
import { JOIN_PATH } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { t } from '#lib/messages/t.ts';

import styles from './Feed.module.css';
import end from './ListEnd.module.css';

const LOGIN_PATH = signInPath('/forums/explore');

interface Props {
  posts: Post[];
  /** milliseconds since 1970 */
  now: number;
  /** images load when tapped */
  deferImages: boolean;
}

const LoginLink = () => (
  <>
    <a className="button" href={LOGIN_PATH}>
      {t('feed.login')}
      <Icon path={ICONS.arrow} />
    </a>
    <a className="link" href={JOIN_PATH}>
      {t('feed.join')}
    </a>
  </>
);

/** The newest posts for a guest, as plain markup without scripts. */
export function Preview({ posts, now, deferImages }: Props) {
  if (posts.length === 0)
    return (
      <EmptyState icon={ICONS.sheaf} title={t('feed.none')}>
        <p>{t('feed.none_yet')}</p>
        <LoginLink />
      </EmptyState>
    );
  const lcpIndex = findLcpIndex(posts);
  return (
    <div className={styles.feed}>
      {posts.map((post, i) => (
        <DeferImages key={post.post_id} value={deferImages}>
          <PostCard isGuest post={post} now={now} priority={i === lcpIndex} />
        </DeferImages>
      ))}
      <div className={end.more}>
        <h2>{t('feed.more')}</h2>
        <p>{t('feed.more_text')}</p>
        <LoginLink />
      </div>
    </div>
  );
}
