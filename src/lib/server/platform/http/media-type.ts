/** Whether a content type is that of a form with files. */
export const isMultipart = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(contentType ?? '');

/** Whether a content type is that of a form without files. */
export const isUrlEncoded = (contentType: string | undefined): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');
