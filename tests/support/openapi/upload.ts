import { imageFile } from '#tests/support/nouns/guides.ts';

/** A form with an image in this field. */
export async function upload(field: string): Promise<FormData> {
  const form = new FormData();
  form.append(field, await imageFile(400));
  return form;
}
