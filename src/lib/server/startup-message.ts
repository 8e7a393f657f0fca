import { site } from '#lib/site.ts';

import type { Config } from './config.ts';

/**
 * @returns what `npm start` tells a newcomer: where the demo is, and who they can be there
 */
export const startupMessage = ({ port }: Config): string => `
  ${site.name} is at http://localhost:${port}

  Sign in as  maria@glean.example  farmer
              jun@glean.example    bio-waste processor
              ana@glean.example    gleaning organization
              staff@glean.example  staff
  Password    Straw-for-7-Cows

  Ctrl-C stops it.

`;
