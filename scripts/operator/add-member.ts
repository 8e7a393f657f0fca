import { ROLES } from '#lib/contract/members.ts';
import { NewMember } from '#lib/contract/new-member.ts';
import { addMember as add } from '#lib/server/members/manage-members.ts';

import { parse, type Command } from './command.ts';

const roles = Object.entries(ROLES).map(([role, label]) => `${role} (${label})`);

export const addMember: Command = {
  summary: 'adds a member, and emails them how to choose a password',
  args: ['<email>'],
  options: { first: '"…"', middle: '"…"', last: '"…"', role: '<role>' },
  details: [`The role is one of ${roles.join(', ')}.`],
  read({ args: [email], options: { first, middle = '', last, role } }) {
    const names = { first_name: first, middle_name: middle, last_name: last };
    const member = parse(NewMember, { email, role, ...names });
    return async (services) => {
      const id = await add(services, member);
      return `${member.first_name} ${member.last_name} is a member now (${id}).`;
    };
  },
};
