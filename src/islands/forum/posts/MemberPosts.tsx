import { memberPostsQuery, ownPostsQuery } from '#lib/client/posts.ts';

import { Feed, type FeedProps } from './Feed.tsx';
import { NoPosts } from './NoPosts.tsx';

interface Props extends FeedProps {
  /** whose posts */
  memberId: string;
}

/** A member's posts, or the viewer's own. */
export default function MemberPosts({ viewerId, memberId, ...feed }: Props) {
  const isOwn = viewerId === memberId;
  const query = isOwn ? ownPostsQuery(viewerId) : memberPostsQuery(viewerId, memberId);
  return <Feed {...feed} query={query} emptyState={<NoPosts list={isOwn ? 'own' : 'theirs'} />} />;
}
