import { dismissReports as dismiss } from '#lib/server/moderation/service.ts';

import { readId, type Verb } from './verb.ts';

export const dismissReports: Verb = {
  does: 'lets a reported post stay; only new reports of it show again',
  words: ['<post>'],
  read({ words: [post] }) {
    const id = readId(post);
    return async (services) => {
      const count = await dismiss(services, id);
      return count === 1 ? 'One report was dismissed.' : `${count} reports were dismissed.`;
    };
  },
};
