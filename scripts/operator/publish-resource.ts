import { Id } from '#lib/contract/ids.ts';
import { publishResource as publish } from '#lib/server/domain/announcements.ts';

import { check, type Verb } from './verb.ts';

export const publishResource: Verb = {
  does: 'publishes a draft in EduHub, and tells everyone',
  words: ['<id of the draft>'],
  read({ words: [typed] }) {
    const id = check(Id, typed);
    return async (services) => `“${await publish(services, id)}” was published.`;
  },
};
