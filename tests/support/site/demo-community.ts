import { loadForum } from '#demo/load-forum.ts';
import { DemoImages } from '#demo/load-images.ts';
import { loadMembers } from '#demo/load-members.ts';
import { loadResources } from '#demo/load-resources.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { createImageKey } from '#lib/server/platform/storage/save-files.ts';

import { openSite, type Site } from './site.ts';

/** Keys of images that are not stored. */
class KeysOnly extends DemoImages {
  override take(): string {
    return createImageKey(8, 8);
  }
}

/** Opens a site with the demo community: its members, posts, listings and resources, but no images. */
export async function openDemoCommunity(): Promise<Site> {
  const site = await openSite();
  const context = { images: new KeysOnly(), now: site.services.now() };
  await transact(site.services, { invalidates: [] }, async (tx) => {
    const members = await loadMembers(tx, context);
    await loadForum(tx, context, members, await loadResources(tx, context));
  });
  return site;
}
