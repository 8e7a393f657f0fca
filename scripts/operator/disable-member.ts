import { disableMember as disable } from '#lib/server/people/managed-members/manage-members.ts';

import { readMember, type Command } from './command.ts';

export const disableMember: Command = {
  summary: 'logs a member out everywhere, blocks their login, and hides all their content',
  args: ['<member>'],
  options: { reason: '"…"' },
  details: ['The reason is for the log of staff.'],
  read({ args: [value], options: { reason = '' } }) {
    const member = readMember(value);
    const by = { actorId: null, reason: reason.trim() };
    return async (services) => `${await disable(services, member, by)} was disabled.`;
  },
};
