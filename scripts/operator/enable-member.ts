import { enableMember as enable } from '#lib/server/people/managed-members/manage-members.ts';

import { readMember, type Command } from './command.ts';

export const enableMember: Command = {
  summary: 'lets a disabled member log in again, and shows all their content',
  args: ['<member>'],
  options: { reason: '"…"' },
  details: ['The reason is for the log of staff.'],
  read({ args: [value], options: { reason = '' } }) {
    const member = readMember(value);
    const by = { actorId: null, reason: reason.trim() };
    return async (services) => `${await enable(services, member, by)} was enabled.`;
  },
};
