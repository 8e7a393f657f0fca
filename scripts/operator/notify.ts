import {
  AdminNotification,
  NOTIFICATION_TYPES,
} from '#lib/contract/notifications/notifications.ts';
import { createAdminNotification } from '#lib/server/notifications/staff-messages.ts';

import { parse, readId, readMember, type Command } from './command.ts';

export const notify: Command = {
  summary: 'notifies a member, or everyone, under the bell',
  args: ['<member, or everyone>'],
  options: { type: '<type>', title: '"…"', content: '"…"', link: '<post or resource>' },
  details: [
    `The type is one of ${NOTIFICATION_TYPES.join(', ')}.`,
    'The link is a post (forum, forum-new-post) or a resource (eduhub-published): its id, or the URL of its page.',
  ],
  read({ args: [to = ''], options: { link, ...texts } }) {
    const recipient = readMember(to);
    const notification = parse(AdminNotification, {
      ...texts,
      link_data: link ? readId(link) : null,
    });
    return async (services) => {
      await createAdminNotification(
        services,
        recipient === 'everyone' ? null : recipient,
        notification,
      );
      return `Notified ${recipient}.`;
    };
  },
};
