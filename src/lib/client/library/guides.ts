import type { GuideDraft } from '#lib/client/drafts/draft.ts';
import { request } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { type DraftFormContent, languageInput } from '#lib/contract/library/draft-form.ts';

/** The result of saving a guide. */
interface SavedGuide {
  version: number;
}

const savedBody = hasKeys<{ data: SavedGuide }>('data');

const toInput = ({ title, cover, blocks, ...rest }: DraftFormContent) => ({
  ...languageInput(rest),
  title,
  cover: cover || null,
  blocks,
});

/**
 * Saves the draft of a guide.
 * @throws ApiError draft_changed when another page has saved it since
 */
export async function saveGuide(
  id: string,
  { content, version, page }: GuideDraft,
  signal?: AbortSignal,
): Promise<SavedGuide> {
  const json = { ...toInput(content), version, page };
  const { data } = await request(`admin/guides/${id}`, savedBody, { method: 'put', json, signal });
  return data;
}
