import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { ListingLine } from '#islands/ui/post/ListingLine.tsx';
import type { Listing } from '#lib/contract/listings.ts';
import type { Post } from '#lib/contract/posts.ts';

import styles from './OwnListing.module.css';

const CHOICES = [
  ['open', 'Some left'],
  ['gone', 'All gone'],
] as const;

interface Props {
  post: Post;
  listing: Listing;
}

/** What a post offers; its owner can say what is left. */
export const OwnListing = ({ post, listing }: Props) => (
  <>
    <ListingLine listing={listing} />
    {post.post_owner && (
      <div className={styles.choices}>
        {CHOICES.map(([status, label]) => (
          <button
            key={status}
            type="button"
            className="button quiet"
            onClick={({ currentTarget }) =>
              void openDialog({ kind: 'listing', post, status }, currentTarget)
            }
          >
            {label}
          </button>
        ))}
      </div>
    )}
  </>
);
