import type { ReactNode } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { findLcpIndex } from '#islands/ui/media/lcp-image.ts';
import { PostSkeleton } from '#islands/ui/post/PostSkeleton.tsx';
import { feedQuery, refreshFeed } from '#lib/client/forum/feed.ts';
import { useServerPages } from '#lib/client/query/use-server-query.ts';
import { useNow } from '#lib/client/use-clock.ts';
import type { PostList, PostPage } from '#lib/contract/forum/posts.ts';

import { InteractivePostCard } from './InteractivePostCard.tsx';
import { ListEnd } from './ListEnd.tsx';
import { NewPosts } from './NewPosts.tsx';

import styles from './Feed.module.css';

interface Props {
  list: PostList;
  /** the first page */
  page: PostPage;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
  /** images load when tapped */
  deferImages: boolean;
  /** says when others have posted since */
  looksForNew?: boolean;
  /** shown while the list is empty */
  children: ReactNode;
}

/** A list of posts with infinite scroll. */
export default function Feed(props: Props) {
  const { list, page, fetchedAt, deferImages, looksForNew = false, children } = props;
  const pages = useServerPages(feedQuery(list), page, fetchedAt, refreshFeed);
  const now = useNow(fetchedAt);
  const posts = pages.data;
  if (posts.length === 0 && !pages.hasNextPage) return children;
  const lcpIndex = findLcpIndex(posts);
  return (
    <DeferImages value={deferImages}>
      {looksForNew && <NewPosts list={list} posts={posts} />}
      <div className={styles.feed}>
        {posts.map((post, i) => (
          <InteractivePostCard key={post.post_id} post={post} now={now} priority={i === lcpIndex} />
        ))}
        <ListEnd list={pages} count={posts.length} itemName="posts" skeleton={<PostSkeleton />}>
          <Icon path={ICONS.sheaf} />
          You’re all caught up.
        </ListEnd>
      </div>
    </DeferImages>
  );
}
