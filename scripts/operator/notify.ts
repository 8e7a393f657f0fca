import { Announcement, NOTIFICATION_TYPES } from '#lib/contract/notifications.ts';
import { announce } from '#lib/server/domain/announcements.ts';

import { check, type Verb } from './verb.ts';

export const notify: Verb = {
  does: 'tells a member, or everyone, something: it shows under the bell',
  words: ['<email, or everyone>'],
  options: { type: '<type>', title: '"…"', content: '"…"', link: '<id>' },
  more: [
    `The type is one of ${NOTIFICATION_TYPES.join(', ')}.`,
    'The link is the id of a post (forum, forum-new-post) or of a resource (eduhub-published).',
  ],
  read({ words: [to = ''], options: { link, ...said } }) {
    const announcement = check(Announcement, { ...said, link_data: link ?? null });
    return async (services) => {
      await announce(services, to === 'everyone' ? null : to, announcement);
      return `Told ${to}.`;
    };
  },
};
