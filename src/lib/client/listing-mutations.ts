import { mutationOptions } from '@tanstack/react-query';

import type { Listing, ListingStatusInput } from '#lib/contract/listings.ts';

import { requestData } from './http/request.ts';
import { hasKeys } from './http/response-shape.ts';
import { evictIfNotFound, postPath, updateCachedPost } from './post-cache.ts';
import { toastSuccess } from './toasts/forum-toasts.ts';

const listingBody = hasKeys<Listing>('kind', 'facts');

/** As it was typed: the server checks it. */
type TypedStatus = Omit<ListingStatusInput, 'amount_left'> & {
  amount_left: number | string | null;
};

/** Says what is left of the viewer's own listing. */
export const listingStatusMutation = (postId: string) =>
  mutationOptions({
    mutationFn: (json: TypedStatus) =>
      requestData(`${postPath(postId)}/listing/status`, listingBody, { method: 'post', json }),
    onSuccess: (listing, _input, _result, { client }) => {
      updateCachedPost(client, postId, (post) => ({ ...post, listing }));
      toastSuccess(listing.status === 'gone' ? 'Marked as gone.' : 'Saved.');
    },
    onError: (error, _input, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: { marksFields: true } },
  });
