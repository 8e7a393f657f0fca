import { recountAll } from '#lib/server/people/members/queries.ts';
import { transact } from '#lib/server/platform/db/transact.ts';

import type { Command } from './command.ts';

export const recount: Command = {
  summary: 'counts likes, comments, posts and followers again, where `doctor` finds a wrong number',
  args: [],
  read: () => async (services) => {
    const count = await transact(services, { invalidates: ['posts'] }, recountAll);
    return `${count} ${count === 1 ? 'number was' : 'numbers were'} wrong and ${count === 1 ? 'is' : 'are'} right now.`;
  },
};
