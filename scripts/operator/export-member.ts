import { resolve } from 'node:path';

import { exportMember as exportTo } from '#lib/server/privacy/exports/make-exports.ts';

import { readMember, type Command, UsageError } from './command.ts';

function rejectExisting(error: unknown, file: string): never {
  if ((error as { code?: string }).code !== 'EEXIST') throw error;
  throw new UsageError(`There is a file ${file} already: give another name.`);
}

export const exportMember: Command = {
  summary: 'writes all that names a member to a zip, as they can do themselves',
  args: ['<member>', '<file>'],
  details: ['The file must not exist. Give it to nobody but the member.'],
  read({ args: [value, file = ''] }) {
    const member = readMember(value);
    return async (services) => {
      const name = await exportTo(services, member, resolve(file)).catch((error: unknown) =>
        rejectExisting(error, file),
      );
      return `What names ${name} is in ${file}.`;
    };
  },
};
