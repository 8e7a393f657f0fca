import { useMutation } from '@tanstack/react-query';
import { navigate } from 'astro:transitions/client';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';

import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import type { PostDraft } from '#lib/client/drafts/draft.ts';
import { clearPostDraft, isStarted, type NewPostDraft } from '#lib/client/drafts/post-draft.ts';
import { altsOf, postContent } from '#lib/client/drafts/post-form.ts';
import { listingOf } from '#lib/client/drafts/purpose.ts';
import { createPostMutation, type NewPost } from '#lib/client/forum/post-mutations.ts';
import { fieldErrors, isAbortError } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { forumToastArea, toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { isBlank } from '#lib/contract/characters.ts';
import {
  MAX_ALT,
  MAX_ATTACHMENTS,
  type Post,
  POST_MAX,
  type PostInput,
} from '#lib/contract/forum/posts.ts';
import { tooLong } from '#lib/contract/messages/posts.ts';
import { t } from '#lib/messages/t.ts';
import { regionDay } from '#lib/site.ts';

import { describeMissing, markMissing } from './describe-missing.ts';
import { type PartitionedFiles, type SelectedImage, toDraftImages } from './selected-images.ts';
import { usePostDraft } from './use-post-draft.ts';
import { useSelectedImages } from './use-selected-images.ts';

const EXPLORE = '/forums/explore';
const FEED_PATHS = new Set([EXPLORE, '/forums/my-discussions']);

const postButton = () => document.querySelector<HTMLElement>('[data-open-post]') ?? document.body;

// Loaded only for a listing.
const offerPush = () =>
  import('#lib/client/notifications/push-offer.ts').then((module) => module.offerPush('listing'));

/** Shows the new post at the top of the feeds and offers to share it, unless staff review it first. */
async function onPostCreated(post: Post): Promise<void> {
  showToast('ExploreToast', 'success', t('post.uploaded'));
  if (FEED_PATHS.has(location.pathname)) scrollTo({ top: 0 });
  else await navigate(EXPLORE);
  if (post.listing) void offerPush().catch(() => null);
  if (!post.is_pending) await openDialog({ kind: 'share', post, isNew: true }, postButton());
}

/**
 * Publishes a post. Canceling the upload is not an error.
 * @param onPublished called with null when the post waits for a connection
 */
function usePublish(onPublished: (post: Post | null) => void) {
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const { mutate, isPending, error, reset } = useMutation(createPostMutation, queryClient());

  const publish = (post: Omit<NewPost, 'onProgress' | 'signal'>) => {
    const { signal } = (controller.current = new AbortController());
    setProgress(0);
    mutate({ ...post, onProgress: setProgress, signal }, { onSuccess: onPublished });
  };
  return {
    publish,
    cancel: () => controller.current?.abort(),
    progress,
    isPending,
    error: isAbortError(error) ? null : error,
    reset,
  };
}

const FIELDS = ['title', 'description'] as const;
const NONE: Record<string, string> = {};

/** What is written, as it is sent. */
interface Written extends PostInput {
  listing: ReturnType<typeof listingOf>;
  alts: string[];
}

/**
 * Finds fields that are too long, and the first of a listing that is missing, before images are uploaded; a missing
 * title or description is only logged (docs/product.md, Posts).
 */
function check({ alts, listing, ...input }: Written, today: string): Record<string, string> {
  const isMissing = FIELDS.some((name) => isBlank(input[name]));
  // oxlint-disable-next-line no-console -- docs/product.md asks for a note, not a message
  if (isMissing) console.info('Title and description are required.');
  const texts = FIELDS.map((name) => [name, input[name], POST_MAX[name]] as const);
  const photos = alts.map((alt, i) => [`attachment_alts.${i}`, alt, MAX_ALT] as const);
  const long = [...texts, ...photos].filter(([, text, max]) => text.trim().length > max);
  const wrong = {
    ...Object.fromEntries(long.map(([name, , max]) => [name, tooLong(max)])),
    ...markMissing(listing, today),
  };
  return Object.keys(wrong).length > 0 ? wrong : NONE;
}

type Draft = ReturnType<typeof usePostDraft<PostDraft>>;

/** The text written so far, and what it still needs. */
function useWritten({ values, isComplete }: Draft, selected: SelectedImage[]) {
  const [today] = useState(() => regionDay(Date.now()));
  const { title, description } = values;
  const listing = listingOf(values);
  const fingerprints = selected.map(({ fingerprint }) => fingerprint);
  const text = { title, description, listing, alts: altsOf(values.alts, fingerprints) };
  const photos = selected.length;
  return {
    text,
    fingerprints,
    today,
    missing: describeMissing({ ...text, photos, today }, 'post'),
    isReady: isComplete && photos <= MAX_ATTACHMENTS,
    isEmpty: !isStarted({ text: values, images: toDraftImages(selected) }),
  };
}

/** Closes the dialog: `close` discards the draft, `putAway` stores it. */
function useClose(accountId: string, { store }: Draft, onClose: () => void) {
  const close = () => {
    void clearPostDraft(accountId);
    onClose();
  };
  const putAway = async () => {
    if (!(await store())) {
      return showToast(forumToastArea(), 'error', t('compose.draft_not_stored'));
    }
    onClose();
    toastSuccess(t('compose.draft_saved'));
  };
  return { close, putAway };
}

/** A draft of a post, with the checked photos that another app has shared. */
export interface CheckedPostDraft extends NewPostDraft {
  shared: PartitionedFiles | null;
}

/**
 * The post being written, until it is published, stored for later or discarded.
 * @param stored the saved draft
 */
export function useNewPost(stored: CheckedPostDraft, onClose: () => void) {
  const [accountId] = useState(getViewerId);
  const draft = usePostDraft({ accountId, kind: 'post' }, stored.text);
  const images = useSelectedImages(accountId, stored.images, stored.shared);
  const { selected } = images;
  const [marked, setMarked] = useState(NONE);
  const { close, putAway } = useClose(accountId, draft, onClose);
  const publishing = usePublish((post) => {
    close();
    if (post) void onPostCreated(post);
    else scrollTo({ top: 0 });
  });
  const { text, fingerprints, ...written } = useWritten(draft, selected);
  const isReady = written.isReady && !publishing.isPending;

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = check(text, written.today);
    setMarked(wrong);
    if (wrong !== NONE) return publishing.reset();
    if (!isReady) return;
    const idempotencyKey = draft.idempotencyKeyOf(postContent(text, fingerprints));
    const resized = selected.map((image) => image.resized);
    publishing.publish({ ...text, images: resized, fingerprints, idempotencyKey });
  };
  const stillMissing = markMissing(text.listing, written.today);
  const stillWrong = Object.entries(marked).filter(
    ([name, message]) => !name.startsWith('listing.') || stillMissing[name] === message,
  );
  const fields: Record<string, string> = {
    ...fieldErrors(publishing.error),
    ...Object.fromEntries(stillWrong),
  };
  const failure = marked === NONE ? publishing.error : marked;
  const ends = { onSubmit, close, putAway };
  return { draft, images, publishing, fields, failure, ...written, isReady, ...ends };
}
