import { t } from '#lib/messages/t.ts';

export const likeLabel = (isLiked: boolean, title: string): string =>
  isLiked ? t('outbox.like', { title }) : t('outbox.unlike', { title });

export const saveLabel = (isSaved: boolean, title: string): string =>
  isSaved ? t('outbox.save', { title }) : t('outbox.unsave', { title });

export const followLabel = (isFollowed: boolean, name: string): string =>
  isFollowed ? t('outbox.follow', { name }) : t('outbox.unfollow', { name });
