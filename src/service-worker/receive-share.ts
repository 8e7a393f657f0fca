import { transact } from '#lib/client/device/database.ts';
import { toBytes } from '#lib/client/device/stored-images.ts';
import { toRecord } from '#lib/client/drafts/draft.ts';
import { freshShared, joinTexts, SHARED, SHARED_KEY } from '#lib/client/drafts/shared.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/forum/posts.ts';
import { SHARE_FIELDS } from '#lib/contract/forum/share-target.ts';
import { SHARE_FAILED_PATH, SHARE_PATH, SHARED_PATH } from '#lib/contract/paths.ts';

const SEE_OTHER = 303;

/** The texts of a share from another app. */
function wordsOf(form: FormData) {
  const read = (field: keyof typeof SHARE_FIELDS) => {
    const value = form.get(SHARE_FIELDS[field]);
    return typeof value === 'string' ? value : '';
  };
  const [text, url] = [read('text'), read('url')];
  // Many apps also write the URL into the text.
  const whole = text.includes(url) ? text : `${text}\n${url}`.trim();
  // Not cut to the limit of a post: the dialog shows by how much it is too long.
  return { title: read('title'), text: whole };
}

// More are not a choice of photos for a post, and reading them would exhaust a phone's memory.
const MAX_FILES = 20;
const MAX_BYTES = 100 * 1024 * 1024;

/** @throws RangeError when there are too many or too large files */
function photosOf(form: FormData): File[] {
  const files = form.getAll(SHARE_FIELDS.photos).filter((each) => each instanceof File);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > MAX_FILES || bytes > MAX_BYTES) throw new RangeError('Too much is shared.');
  return files;
}

/**
 * Stores a share from another app, together with recent shares that are still unused.
 * @throws DOMException when the browser cannot store it
 * @throws RangeError when it is too large
 */
async function storeShared(form: FormData): Promise<void> {
  const added = await Promise.all(photosOf(form).map(toBytes));
  const { title, text } = wordsOf(form);
  await transact(['drafts'], async (transaction) => {
    const drafts = transaction.objectStore('drafts');
    const before = freshShared(await drafts.get(SHARED_KEY));
    const shared = {
      title: before?.title || title,
      text: joinTexts(before?.text ?? '', text),
      // Of earlier photos, as many as fit into a post; the dialog rejects too many new ones.
      photos: [...(before?.photos ?? []), ...added].slice(-Math.max(MAX_ATTACHMENTS, added.length)),
    };
    await drafts.put(toRecord(SHARED, shared));
  });
}

/** Whether another site's page sent the share. Apps, and pages that hide their origin, send none. */
function isOfOtherSite({ headers }: Request): boolean {
  const origin = headers.get('origin') ?? 'null';
  return origin !== 'null' && origin !== location.origin;
}

/** Stores a share and redirects to the new post, or to instructions if it cannot be stored. */
export async function receiveShare(request: Request): Promise<Response> {
  if (isOfOtherSite(request)) return Response.redirect(SHARE_PATH, SEE_OTHER);
  try {
    await storeShared(await request.formData());
  } catch {
    return Response.redirect(SHARE_FAILED_PATH, SEE_OTHER);
  }
  return Response.redirect(SHARED_PATH, SEE_OTHER);
}
