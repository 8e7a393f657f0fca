import { ALL_CALLS } from '#lib/server/app/calls.ts';

/** Every call of the API. */
export const API_CALLS = Object.entries(ALL_CALLS).map(([name, call]) => {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, path, call };
});
