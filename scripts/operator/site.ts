import { SiteInput } from '#lib/contract/app/site-settings.ts';
import { findSite, loadSettings } from '#lib/server/app/site-settings/service.ts';

import { type Command, parse, UsageError } from './command.ts';
import { readText } from './files.ts';

async function readSite(file: string): Promise<SiteInput> {
  const text = await readText(file);
  try {
    return parse(SiteInput, JSON.parse(text));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}.`);
  }
}

export const site: Command = {
  summary: 'prints or sets the site’s name, community, region, taglines, contact and app link',
  args: ['<show|load>', '[site.json]'],
  details: [
    '`show` prints them as JSON, and `load` sets them from such a file.',
    'Staff can also change them at /staff/site.',
  ],
  async read({ args: [action, file] }) {
    if (action === 'show' && !file)
      return async (services) => {
        const { version: _v, pending_contact: _p, ...settings } = await findSite(services);
        return JSON.stringify(settings, null, 2);
      };
    if (action !== 'load' || !file)
      throw new UsageError('Give `show`, or `load` and a file: site load site.json');
    const input = await readSite(file);
    return async (services) => {
      const { name, contact_email: contact } = await loadSettings(services, input);
      return `The site is ${name}; its emails come from ${contact}. Every server shows it within a second.`;
    };
  },
};
