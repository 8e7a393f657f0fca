import type { Post } from '#lib/contract/posts.ts';

import { CopyLink } from './CopyLink.tsx';
import { publicUrl } from './public-url.ts';

/** The link to the public page of a listing, for those who are no members. */
export const PublicLink = ({ post }: { post: Post }) => (
  <>
    <p>
      Anyone can open this page. It shows the title, the first photo, and what, how much, and where.
    </p>
    <CopyLink
      url={publicUrl(post)}
      name="Public link"
      label="Copy public link"
      copiedLabel="Public link copied"
    />
  </>
);
