import { useQuery } from '@tanstack/react-query';

import { newerPosts, newPostsQuery, showNewPosts } from '#lib/client/forum/feed.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post, PostList } from '#lib/contract/forum/posts.ts';

import styles from './NewPosts.module.css';

interface Props {
  list: PostList;
  /** those that are shown */
  posts: Post[];
}

const labelOf = (count: number, limit: number): string => {
  if (count === 1) return '1 new post';
  return `${count}${count < limit ? '' : ' or more'} new posts`;
};

/** Says how many posts others have added to a feed; pressed, it shows them. */
export function NewPosts({ list, posts }: Props) {
  const client = queryClient();
  const { data: page } = useQuery(newPostsQuery(list), client);
  const added = newerPosts(posts, page);
  const show = () => {
    if (page) showNewPosts(client, list, page);
    scrollTo({ top: 0 });
    const first = added[0]?.post_id ?? '';
    // Once it is rendered.
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
