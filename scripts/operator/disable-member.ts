import { disableMember as disable } from '#lib/server/members/membership.ts';

import { readMember, type Verb } from './verb.ts';

export const disableMember: Verb = {
  does: 'signs a member out everywhere, lets them in no more, and hides all that is theirs',
  words: ['<member>'],
  read({ words: [typed] }) {
    const who = readMember(typed);
    return async (services) => `${await disable(services, who)} was disabled.`;
  },
};
