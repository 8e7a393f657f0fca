import type { Executor } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';

import { drafts } from './drafts.ts';
import type { LoadContext } from './load-context.ts';

const DAY = 86_400_000;

/** @param members ids by key */
export async function loadDrafts(
  tx: Executor,
  { now }: LoadContext,
  members: Map<string, string>,
): Promise<void> {
  for (const { title, blocks, changedDaysAgo } of drafts) {
    const updated_at = now - changedDaysAgo * DAY;
    const row = {
      id: idAt(updated_at),
      title,
      language: 'en',
      translation_of: null,
      cover_key: null,
      blocks: JSON.stringify(blocks),
      version: 1,
      published_version: null,
      saved_from: null,
      updated_by: members.get('staff') ?? null,
      updated_at,
    };
    await tx.insertInto('resource_drafts').values(row).execute();
  }
}
