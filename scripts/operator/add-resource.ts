import { addDraft } from '#lib/server/library/resources/import-draft.ts';

import type { Command } from './command.ts';
import { readResource, RESOURCE_FORMAT } from './resource-file.ts';

export const addResource: Command = {
  summary: 'stores a text with its images as a draft for EduHub, not visible yet',
  args: ['<file.md>'],
  details: RESOURCE_FORMAT,
  async read({ args: [file = ''] }) {
    const { draft, images } = await readResource(file);
    return async (services) => {
      const id = await addDraft(services, draft, images);
      return `“${draft.title}” is a draft now. To publish it: publish-resource ${id}`;
    };
  },
};
