import { removePost as remove } from '#lib/server/moderation/service.ts';

import { readId, type Command } from './command.ts';

export const removePost: Command = {
  summary: 'removes a post with all that belongs to it, and notifies its author',
  args: ['<post>'],
  options: { reason: '"…"' },
  details: [
    'The author sees the reason. Staff can put it back for 30 days, at /staff/reports/decisions.',
  ],
  read({ args: [post], options: { reason = '' } }) {
    const id = readId(post);
    return async (services) => `“${await remove(services, id, reason.trim())}” was removed.`;
  },
};
