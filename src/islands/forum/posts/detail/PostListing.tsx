import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { ListingLine } from '#islands/ui/post/ListingLine.tsx';
import { isActive } from '#lib/contract/exchange/listing-states.ts';
import type { Listing } from '#lib/contract/exchange/listings.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { listingPath, PICKUPS_PATH } from '#lib/contract/paths.ts';

import styles from './PostListing.module.css';

const CHOICES = [
  ['open', 'Some left'],
  ['gone', 'All gone'],
] as const;

const REQUESTS = { offer: 'I can take it', need: 'I can bring it', service: 'I would like it' };

interface Props {
  post: Post;
  listing: Listing;
}

/** Where news of pickups lead on to. */
const PickupsLink = () => (
  <a className="button quiet" href={PICKUPS_PATH}>
    Pickups
  </a>
);

/** The actions of the owner. */
const OwnerChoices = ({ post }: { post: Post }) => (
  <>
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
    <PickupsLink />
  </>
);

/** What a post offers, needs or serves: its owner updates what is left, others request it. */
export const PostListing = ({ post, listing }: Props) => (
  <>
    <ListingLine listing={listing} />
    <div className={styles.choices}>
      {post.post_owner ? (
        <OwnerChoices post={post} />
      ) : isActive(listing.status) ? (
        <a className="button" href={`${listingPath(post.post_id)}#request`}>
          {REQUESTS[listing.kind]}
        </a>
      ) : (
        <PickupsLink />
      )}
    </div>
  </>
);
