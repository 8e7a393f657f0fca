import { disableMember as disable } from '#lib/server/members/manage-members.ts';

import { readMember, type Command } from './command.ts';

export const disableMember: Command = {
  summary: 'logs a member out everywhere, blocks their login, and hides all their content',
  args: ['<member>'],
  read({ args: [value] }) {
    const member = readMember(value);
    return async (services) => `${await disable(services, member)} was disabled.`;
  },
};
