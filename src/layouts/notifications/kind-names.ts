import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { t } from '#lib/messages/t.ts';

interface KindName {
  name: string;
  /** when such a notification is sent */
  hint: string;
}

const NAMES: Record<NotificationKind, () => KindName> = {
  like: () => ({ name: t('reach.like'), hint: t('reach.like_hint') }),
  comment: () => ({ name: t('reach.comment'), hint: t('reach.comment_hint') }),
  post: () => ({ name: t('reach.post'), hint: t('reach.post_hint') }),
  alert: () => ({ name: t('reach.alert'), hint: t('reach.alert_hint') }),
  listing: () => ({ name: t('reach.listing'), hint: t('reach.listing_hint') }),
  saved: () => ({ name: t('reach.save'), hint: t('reach.save_hint') }),
  message: () => ({ name: t('reach.message'), hint: t('reach.message_hint') }),
  guide: () => ({ name: t('nav.eduhub'), hint: t('reach.guide_hint') }),
  pickup: () => ({ name: t('pickup.list'), hint: t('reach.pickup_hint') }),
  moderation: () => ({ name: t('reach.moderation'), hint: t('reach.moderation_hint') }),
  staff: () => ({ name: t('reach.coop'), hint: t('reach.coop_hint') }),
  account: () => ({ name: t('reach.account'), hint: t('reach.account_hint') }),
  server: () => ({ name: t('reach.server'), hint: t('reach.server_hint') }),
};

export const kindName = (kind: NotificationKind): KindName => NAMES[kind]();
