import { mutationOptions } from '@tanstack/react-query';

import { type ListingDraft, toListingInput } from '#lib/client/drafts/listing-draft.ts';
import { evictIfNotFound, postPath, updateCachedPost } from '#lib/client/forum/post-cache.ts';
import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import type { Listing, ListingStatusInput } from '#lib/contract/exchange/listings/listings.ts';
import { t } from '#lib/messages/t.ts';

const listingBody = hasKeys<Listing>('kind', 'facts');

/** The amount is sent as it was typed: the server checks it. */
type TypedStatus = Omit<ListingStatusInput, 'amount_left'> & {
  amount_left: number | string | null;
};

/** Updates the status of the viewer's own listing, and the amount that is left. */
export const listingStatusMutation = (postId: string) =>
  mutationOptions({
    mutationFn: (json: TypedStatus) =>
      requestData(`${postPath(postId)}/listing/status`, listingBody, { method: 'post', json }),
    onSuccess: (listing, _input, _result, { client }) => {
      updateCachedPost(client, postId, (post) => ({ ...post, listing }));
      toastSuccess(listing.status === 'gone' ? t('post.marked_gone') : t('form.saved'));
    },
    onError: (error, _input, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: { marksFields: true } },
  });

/** Adds a listing to the viewer's own post, or replaces it. */
export const putListingMutation = (postId: string) =>
  mutationOptions({
    mutationFn: ({ listing, keep_agreed }: { listing: ListingDraft; keep_agreed: boolean }) =>
      requestData(`${postPath(postId)}/listing`, listingBody, {
        method: 'put',
        json: { ...toListingInput(listing), keep_agreed },
      }),
    onSuccess: (listing, _input, _result, { client }) =>
      updateCachedPost(client, postId, (post) => ({ ...post, listing })),
    onError: (error, _input, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: { marksFields: true } },
  });
