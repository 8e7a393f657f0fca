import { listingPath } from '#lib/contract/exchange-paths.ts';
import type { Post } from '#lib/contract/posts.ts';

import { CopyLink } from './CopyLink.tsx';

/** The link to the public page of a listing, for those who are no members, and the system's way to share it. */
export function PublicLink({ post }: { post: Post }) {
  const url = new URL(listingPath(post.post_id), post.share_link).href;
  // A sheet that is closed rejects.
  const share = () => void navigator.share({ title: post.title, url }).catch(() => null);
  return (
    <>
      <p>For everyone: the title, the first picture, and what, how much and where.</p>
      <CopyLink
        url={url}
        name="Public link"
        label="Copy public link"
        copiedLabel="Public link copied"
      />
      {'share' in navigator && (
        <button type="button" className="button quiet" onClick={share}>
          Share…
        </button>
      )}
    </>
  );
}
