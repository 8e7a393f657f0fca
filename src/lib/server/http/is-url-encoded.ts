/** Whether a content type is that of a form without files. */
export const isUrlEncoded = (contentType: string | undefined): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');
