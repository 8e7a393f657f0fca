import { AdminNotification, NOTIFICATION_TYPES } from '#lib/contract/notifications.ts';
import { createAdminNotification } from '#lib/server/notifications/admin-notifications.ts';

import { check, readId, readMember, type Verb } from './verb.ts';

export const notify: Verb = {
  does: 'tells a member, or everyone, something: it shows under the bell',
  words: ['<member, or everyone>'],
  options: { type: '<type>', title: '"…"', content: '"…"', link: '<post or resource>' },
  more: [
    `The type is one of ${NOTIFICATION_TYPES.join(', ')}.`,
    'The link is a post (forum, forum-new-post) or a resource (eduhub-published): its id, or the address of its page.',
  ],
  read({ words: [to = ''], options: { link, ...said } }) {
    const who = readMember(to);
    const announcement = check(AdminNotification, {
      ...said,
      link_data: link ? readId(link) : null,
    });
    return async (services) => {
      await createAdminNotification(services, who === 'everyone' ? null : who, announcement);
      return `Told ${who}.`;
    };
  },
};
