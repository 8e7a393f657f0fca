// Requests about guides, like those of staff.
import type { Guide } from '#lib/contract/library/resource-drafts.ts';
import type { ApiResponse, Browser } from '#tests/support/site/http-browser.ts';

import { redBlueImage } from './images.ts';

export const GUIDES = '/api/admin/guides';
export const EDUHUB = '/api/web/eduhub';

export const createGuide = async (staff: Browser): Promise<Guide> =>
  (await staff.post(GUIDES)).body['data'];

/** A small image as a file. @param width in pixels, which is in the image's URL */
export async function imageFile(width = 60): Promise<File> {
  const bytes = await redBlueImage(width, 40).png().toBuffer();
  return new File([new Uint8Array(bytes)], 'drawing.png', { type: 'image/png' });
}

/** Uploads an image for a guide. @returns its URL */
export async function uploadImage(staff: Browser, id: string, width?: number): Promise<string> {
  const form = new FormData();
  form.append('image', await imageFile(width));
  const { body } = await staff.post(`${GUIDES}/${id}/images`, form);
  return body['data'].url;
}

/** Saves changes of a guide, based on its version. */
export const saveGuide = (
  staff: Browser,
  guide: Guide,
  changes: Partial<Guide> & { page?: string },
): Promise<ApiResponse> => {
  const { title, cover, blocks, version } = guide;
  const body = { title, cover, blocks, version, ...changes };
  return staff.change('PUT', `${GUIDES}/${guide.guide_id}`, body);
};

/** Writes a guide that can be published, with two images and two headings. @returns the saved guide */
export async function writeGuide(staff: Browser, title = 'Straw for mushrooms'): Promise<Guide> {
  const guide = await createGuide(staff);
  const { guide_id: id } = guide;
  const [cover, picture] = [await uploadImage(staff, id, 80), await uploadImage(staff, id, 60)];
  const { body } = await saveGuide(staff, guide, {
    title,
    cover,
    blocks: [
      { type: 'HEADING', content: 'Soak it' },
      { type: 'TEXT', content: 'For a night.' },
      { type: 'image', content: picture, alt: 'A drum of water with straw' },
      { type: 'HEADING', content: 'Fill the bags' },
    ],
  });
  return body['data'];
}

export const publishGuide = (staff: Browser, { guide_id, version }: Guide): Promise<ApiResponse> =>
  staff.post(`${GUIDES}/${guide_id}/publish`, { version });
