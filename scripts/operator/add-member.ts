import { NewMember } from '#lib/contract/people/managed-members.ts';
import { ROLES } from '#lib/contract/people/members.ts';
import { addMember as add } from '#lib/server/people/managed-members/manage-members.ts';

import { parse, type Command } from './command.ts';
import { describeLink } from './password-link.ts';

const roles = Object.entries(ROLES).map(([role, label]) => `${role} (${label})`);

export const addMember: Command = {
  summary: 'adds a member, and prints and emails a link with which they choose a password',
  args: ['<email or phone>'],
  options: { first: '"…"', middle: '"…"', last: '"…"', role: '<role>' },
  details: [`The role is one of ${roles.join(', ')}.`],
  read({ args: [login = ''], options: { first, middle = '', last, role } }) {
    const names = { first_name: first, middle_name: middle, last_name: last };
    const logins = login.includes('@') ? { email: login } : { sign_in_phone: login };
    const member = parse(NewMember, { ...logins, role, ...names });
    return async (services) => {
      const { id, link } = await add(services, member);
      const name = `${member.first_name} ${member.last_name}`;
      return `${name} is a member now (${id}).\n${describeLink(name, link)}`;
    };
  },
};
