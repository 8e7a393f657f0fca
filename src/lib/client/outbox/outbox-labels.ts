import { t } from '#lib/messages/t.ts';

/** @returns what waits: a like, or its removal */
export const likeLabel = (isLiked: boolean, title: string): string =>
  isLiked ? t('outbox.like', { title }) : t('outbox.unlike', { title });

/** @returns what waits: a post that is saved, or no longer */
export const saveLabel = (isSaved: boolean, title: string): string =>
  isSaved ? t('outbox.save', { title }) : t('outbox.unsave', { title });

/** @returns what waits: a follow, or its end */
export const followLabel = (isFollowed: boolean, name: string): string =>
  isFollowed ? t('outbox.follow', { name }) : t('outbox.unfollow', { name });
