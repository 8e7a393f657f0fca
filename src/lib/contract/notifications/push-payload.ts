/** A push message to the service worker. It shows on lock screens, so its only text by other members is a title. */
export interface PushPayload {
  title: string;
  body: string;
  /** the page that opens on a press: a path of the site */
  url: string;
  /** a newer notification with the same tag replaces this one */
  tag: string;
  /** the number for the app's icon; null leaves it unchanged */
  unread: number | null;
}
