import { addDraft } from '#lib/server/resources/publishing.ts';

import { readResource, RESOURCE_FORM } from './resource-file.ts';
import type { Verb } from './verb.ts';

export const addResource: Verb = {
  does: 'keeps a text with its pictures as a draft for EduHub, which nobody is shown yet',
  words: ['<file.md>'],
  more: RESOURCE_FORM,
  async read({ words: [file = ''] }) {
    const { draft, pictures } = await readResource(file);
    return async (services) => {
      const id = await addDraft(services, draft, pictures);
      return `“${draft.title}” is a draft now. To publish it: publish-resource ${id}`;
    };
  },
};
