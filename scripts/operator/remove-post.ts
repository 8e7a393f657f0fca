import { removePost as remove } from '#lib/server/moderation/service.ts';

import { readId, type Verb } from './verb.ts';

export const removePost: Verb = {
  does: 'removes a post with its pictures, comments and reports, and tells its author',
  words: ['<post>'],
  options: { reason: '"…"' },
  more: ['The reason is what the author is told.'],
  read({ words: [post], options: { reason = '' } }) {
    const id = readId(post);
    return async (services) => `“${await remove(services, id, reason.trim())}” was removed.`;
  },
};
