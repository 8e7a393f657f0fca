import { loadForum } from '#demo/load-forum.ts';
import { DemoImages } from '#demo/load-images.ts';
import { loadMembers } from '#demo/load-members.ts';
import { loadResources } from '#demo/load-resources.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { createImageKey } from '#lib/server/platform/storage/save-files.ts';

import { openSite, type Site } from './site.ts';

/** Storage keys without stored images, as many as the demo needs. */
class KeysOnly extends DemoImages {
  override take(): string {
    return createImageKey(960, 600);
  }
}

/**
 * Adds the demo community: its members, posts, listings and resources, but no images.
 * @returns the members' ids by their keys
 */
export async function loadCommunity(tx: Executor, now: number): Promise<Map<string, string>> {
  const context = { images: new KeysOnly(), now };
  const members = await loadMembers(tx, context);
  await loadForum(tx, context, members, await loadResources(tx, context));
  return members;
}

/** Opens a site with the demo community. */
export async function openDemoCommunity(): Promise<Site> {
  const site = await openSite();
  const { services } = site;
  await transact(services, { invalidates: [] }, (tx) => loadCommunity(tx, services.now()));
  return site;
}
