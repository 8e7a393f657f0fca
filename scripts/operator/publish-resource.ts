import { publishDraft } from '#lib/server/resources/publishing.ts';

import { readId, type Verb } from './verb.ts';

export const publishResource: Verb = {
  does: 'publishes a draft in EduHub, and tells everyone',
  words: ['<resource>'],
  read({ words: [resource] }) {
    const id = readId(resource);
    return async (services) => `“${await publishDraft(services, id)}” was published.`;
  },
};
