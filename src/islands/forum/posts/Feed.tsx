import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { findLcpIndex } from '#islands/ui/media/image-props.ts';
import { type PageData, readPageData } from '#islands/ui/page-data.ts';
import { PostSkeleton } from '#islands/ui/post/PostSkeleton.tsx';
import {
  feedQuery,
  newerPosts,
  newPostsQuery,
  refreshFeed,
  showNewPosts,
} from '#lib/client/forum/feed.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { useServerPages } from '#lib/client/query/use-server-query.ts';
import { useNow } from '#lib/client/use-clock.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import { FIRST_POSTS, type Post, type PostList, type PostPage } from '#lib/contract/forum/posts.ts';
import { t } from '#lib/messages/t.ts';

import { InteractivePostCard } from './InteractivePostCard.tsx';
import { ListEnd } from './ListEnd.tsx';

import styles from './Feed.module.css';

interface Props {
  list: PostList;
  /** the first page */
  page: PageData<PostPage>;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
  /** images load when tapped */
  deferImages: boolean;
  /** announces posts that others have published since */
  looksForNew?: boolean;
  /** shown while the list is empty */
  children: ReactNode;
}

interface NewPostsProps {
  list: PostList;
  /** the posts in the list */
  posts: Post[];
}

const labelOf = (count: number, limit: number): string =>
  t('feed.new', { count, shown: `${count}${count < limit ? '' : '+'}` });

/** Says how many new posts there are; a press shows them. */
function NewPosts({ list, posts }: NewPostsProps) {
  const client = queryClient();
  const { data: page } = useQuery(newPostsQuery(list), client);
  const added = newerPosts(posts, page);
  const show = () => {
    if (page) showNewPosts(client, list, page);
    scrollTo({ top: 0 });
    const first = added[0]?.post_id ?? '';
    // The post exists only after the next render.
    requestAnimationFrame(() => document.getElementById(first)?.querySelector('a')?.focus());
  };
  return (
    <output className={styles.new}>
      {added.length > 0 && (
        <button type="button" className="button" onClick={show}>
          {labelOf(added.length, list.limit)}
        </button>
      )}
    </output>
  );
}

/** A list of posts with infinite scroll. */
export default function Feed(props: Props) {
  const { list, fetchedAt, deferImages, looksForNew = false, children } = props;
  const [page] = useState(() => readPageData(props.page));
  const pages = useServerPages(feedQuery(list), page, fetchedAt, refreshFeed);
  const now = useNow(fetchedAt);
  const posts = pages.data;
  // Rendering all posts of the page data at once would slow down loading and hydration.
  const isWhole = useDeferredValue(useHydrated());
  if (posts.length === 0 && !pages.hasNextPage) return children;
  const shown = isWhole ? posts : posts.slice(0, FIRST_POSTS);
  const lcpIndex = findLcpIndex(posts);
  return (
    <DeferImages value={deferImages}>
      {looksForNew && <NewPosts list={list} posts={posts} />}
      <div className={styles.feed}>
        {shown.map((post, i) => (
          <InteractivePostCard key={post.post_id} post={post} now={now} priority={i === lcpIndex} />
        ))}
        {shown.length < posts.length ? (
          // For use before hydration and without scripts.
          <a className={`button quiet ${styles.older}`} href={`?cursor=${shown.at(-1)?.post_id}`}>
            {t('feed.older')}
          </a>
        ) : (
          <ListEnd list={pages} count={posts.length} items="posts" skeleton={<PostSkeleton />}>
            <Icon path={ICONS.sheaf} />
            {t('feed.end')}
          </ListEnd>
        )}
      </div>
    </DeferImages>
  );
}
