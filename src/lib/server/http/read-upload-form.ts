import { CSRF_FIELD } from '#lib/contract/csrf.ts';

import type { RequestContext } from './env.ts';
import { isMultipart } from './is-multipart.ts';
import { type MultipartForm, readMultipart, type UploadLimits } from './multipart.ts';
import { readPageForm } from './parse-page-form.ts';

/**
 * Reads a plain form that may have files. Its CSRF token is not checked yet.
 * @param limits of a form with files, without the field of the token
 * @throws AppError as `readMultipart` and `readPageForm`
 */
export async function readUploadForm(
  c: RequestContext,
  limits: UploadLimits,
): Promise<{ values: URLSearchParams; files: MultipartForm['files'] }> {
  if (!isMultipart(c.req.header('content-type')))
    return { values: await readPageForm(c), files: [] };
  const textFields = [...limits.textFields, CSRF_FIELD];
  const { texts, files } = await readMultipart(c.req.raw, { ...limits, textFields });
  return { values: new URLSearchParams(texts), files };
}
