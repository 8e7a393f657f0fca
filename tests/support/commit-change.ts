import type { PageTag } from '#lib/server/cache/page-policy.ts';
import type { Services } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';

/** Commits a change of what guests' pages with a tag show. */
export const commitChange = (services: Pick<Services, 'db' | 'publish'>, tag: PageTag) =>
  transact(services, { invalidates: [tag] }, async () => {});
