import { build } from '#scripts/build.ts';

/** These tests meet the server as it is built: sockets, signals and all. */
export default async function setup(): Promise<void> {
  if (!(await build())) throw new Error('The site could not be built.');
}
