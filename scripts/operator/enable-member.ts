import { enableMember as enable } from '#lib/server/members/manage-members.ts';

import { readMember, type Command } from './command.ts';

export const enableMember: Command = {
  summary: 'lets a disabled member log in again, and shows all their content',
  args: ['<member>'],
  read({ args: [value] }) {
    const member = readMember(value);
    return async (services) => `${await enable(services, member)} was enabled.`;
  },
};
