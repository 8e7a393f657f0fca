import { transact } from '#lib/client/device/database.ts';
import { toBytes } from '#lib/client/device/stored-images.ts';
import { toRecord } from '#lib/client/drafts/draft.ts';
import { freshShared, joinTexts, SHARED, SHARED_KEY } from '#lib/client/drafts/shared.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/forum/posts.ts';
import { SHARE_FIELDS } from '#lib/contract/forum/share-target.ts';
import { SHARE_FAILED_PATH, SHARE_PATH, SHARED_PATH } from '#lib/contract/paths.ts';

const SEE_OTHER = 303;

/** The words of a form that another app sends. */
function wordsOf(form: FormData) {
  const read = (field: keyof typeof SHARE_FIELDS) => {
    const value = form.get(SHARE_FIELDS[field]);
    return typeof value === 'string' ? value : '';
  };
  const [text, url] = [read('text'), read('url')];
  // Many apps write the address into the text.
  const whole = text.includes(url) ? text : `${text}\n${url}`.trim();
  // Also what is longer than a post: the dialog says by how much.
  return { title: read('title'), text: whole };
}

// More is no choice of photos for a post: reading it would take a phone's memory.
const MAX_FILES = 20;
const MAX_BYTES = 100 * 1024 * 1024;

/** @throws RangeError when there is too much of them */
function photosOf(form: FormData): File[] {
  const files = form.getAll(SHARE_FIELDS.photos).filter((each) => each instanceof File);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > MAX_FILES || bytes > MAX_BYTES) throw new RangeError('Too much is shared.');
  return files;
}

/**
 * Stores what another app shares, with what was shared shortly before and not used yet.
 * @throws DOMException when the browser has no room, or stores nothing
 * @throws RangeError when it is too much
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
      // Of the earlier ones, as many as a post can have; the dialog says when there are too many at once.
      photos: [...(before?.photos ?? []), ...added].slice(-Math.max(MAX_ATTACHMENTS, added.length)),
    };
    await drafts.put(toRecord(SHARED, shared));
  });
}

/** Whether a page of another site sends it. An app, and a page that hides where it comes from, has no origin. */
function isOfOtherSite({ headers }: Request): boolean {
  const origin = headers.get('origin') ?? 'null';
  return origin !== 'null' && origin !== location.origin;
}

/** Stores what another app shares, and leads to the new post; where nothing can be stored, to what to do. */
export async function receiveShare(request: Request): Promise<Response> {
  if (isOfOtherSite(request)) return Response.redirect(SHARE_PATH, SEE_OTHER);
  try {
    await storeShared(await request.formData());
  } catch {
    return Response.redirect(SHARE_FAILED_PATH, SEE_OTHER);
  }
  return Response.redirect(SHARED_PATH, SEE_OTHER);
}
