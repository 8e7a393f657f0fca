import { enableMember as enable } from '#lib/server/members/membership.ts';

import { readMember, type Verb } from './verb.ts';

export const enableMember: Verb = {
  does: 'lets a disabled member back in, with all that is theirs',
  words: ['<member>'],
  read({ words: [typed] }) {
    const who = readMember(typed);
    return async (services) => `${await enable(services, who)} was enabled.`;
  },
};
