import { dismissReports as dismiss } from '#lib/server/moderation/service.ts';

import { readId, type Command } from './command.ts';

export const dismissReports: Command = {
  summary: 'dismisses the reports of a post; only new ones are listed',
  args: ['<post>'],
  read({ args: [post] }) {
    const id = readId(post);
    return async (services) => {
      const count = await dismiss(services, id);
      return count === 1 ? 'One report was dismissed.' : `${count} reports were dismissed.`;
    };
  },
};
