import { publishDraft } from '#lib/server/library/resources/publishing.ts';

import { readId, type Command } from './command.ts';

export const publishResource: Command = {
  summary: 'publishes a draft in EduHub, and notifies everyone',
  args: ['<resource>'],
  read({ args: [resource] }) {
    const id = readId(resource);
    return async (services) => `“${await publishDraft(services, id)}” was published.`;
  },
};
