import { build } from '#scripts/build/build.ts';

/** Builds the site once, as the server tests run the built entry. */
export default async function setup(): Promise<void> {
  if (!(await build())) throw new Error('The site could not be built.');
}
