import type { Config } from '#lib/server/platform/config.ts';
import { site } from '#lib/site.ts';

/**
 * @returns the message of `npm start`: the URL of the demo and its accounts
 */
export const startupMessage = ({ port }: Config): string => `
  ${site.name} is at http://localhost:${port}

  Log in as  maria@glean.example  farmer
              jun@glean.example    bio-waste processor
              ana@glean.example    gleaning organization
              staff@glean.example  staff
  Password    Straw-for-7-Cows

  Ctrl-C stops it.

`;
