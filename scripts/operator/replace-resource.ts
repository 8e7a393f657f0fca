import { replaceResource as replace } from '#lib/server/library/resources/import-draft.ts';

import { readId, type Command } from './command.ts';
import { readResource, RESOURCE_FORMAT } from './resource-file.ts';

export const replaceResource: Command = {
  summary: 'replaces the text and images of a resource, without a notification',
  args: ['<resource>', '<file.md>'],
  details: RESOURCE_FORMAT,
  async read({ args: [resource, file = ''] }) {
    const id = readId(resource);
    const { draft, images } = await readResource(file);
    return async (services) => {
      await replace(services, id, draft, images);
      return `“${draft.title}” was replaced.`;
    };
  },
};
