import { getMemberOrThrow } from '#lib/server/people/members/service.ts';
import { eraseMember as erase } from '#lib/server/privacy/erasures/erase-member.ts';

import { readMember, type Command, UsageError } from './command.ts';

export const eraseMember: Command = {
  summary: 'erases a member with all that is theirs, at once and for good',
  args: ['<member>'],
  options: { name: '"…"' },
  details: [
    'Give the name as it is shown, so that no other member is erased. Members can do it themselves in',
    'Account Settings, and then have 14 days to change their mind. Who waits for a pickup is notified.',
  ],
  read({ args: [value], options: { name } }) {
    const member = readMember(value);
    return async (services) => {
      const { member_id, first_name, last_name } = await getMemberOrThrow(services, member);
      const actual = `${first_name} ${last_name}`;
      if (name !== actual)
        throw new UsageError(`This is ${actual}. To erase them, add --name "${actual}".`);
      await erase(services, member_id);
      return `${actual} was erased.`;
    };
  },
};
