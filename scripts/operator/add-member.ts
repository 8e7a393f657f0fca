import { ROLES } from '#lib/contract/members.ts';
import { NewMember } from '#lib/contract/new-member.ts';
import { addMember as add } from '#lib/server/members/membership.ts';

import { check, type Verb } from './verb.ts';

const roles = Object.entries(ROLES).map(([role, says]) => `${role} (${says})`);

export const addMember: Verb = {
  does: 'takes a member in, and writes them a letter on how to choose a password',
  words: ['<email>'],
  options: { first: '"…"', middle: '"…"', last: '"…"', role: '<role>' },
  more: [`The role is one of ${roles.join(', ')}.`],
  read({ words: [email], options: { first, middle = '', last, role } }) {
    const names = { first_name: first, middle_name: middle, last_name: last };
    const member = check(NewMember, { email, role, ...names });
    return async (services) => {
      const id = await add(services, member);
      return `${member.first_name} ${member.last_name} is a member now (${id}).`;
    };
  },
};
