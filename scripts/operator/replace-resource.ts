import { replaceResource as replace } from '#lib/server/resources/publishing.ts';

import { readResource, RESOURCE_FORM } from './resource-file.ts';
import { readId, type Verb } from './verb.ts';

export const replaceResource: Verb = {
  does: 'puts another text with its pictures in the place of a resource’s, and tells nobody',
  words: ['<resource>', '<file.md>'],
  more: RESOURCE_FORM,
  async read({ words: [resource, file = ''] }) {
    const id = readId(resource);
    const { draft, pictures } = await readResource(file);
    return async (services) => {
      await replace(services, id, draft, pictures);
      return `“${draft.title}” was replaced.`;
    };
  },
};
