/** The fields that other apps share (w3c.github.io/web-share-target). */
export const SHARE_FIELDS = {
  title: 'title',
  text: 'text',
  url: 'url',
  photos: 'photos',
} as const;
