import type { PageTag } from '#lib/server/platform/cache/page-policy.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';

/** Commits a change to the guests' pages with a tag. */
export const commitChange = (services: Pick<Services, 'db' | 'publish'>, tag: PageTag) =>
  transact(services, { invalidates: [tag] }, async () => {});
