/** What a push says to the service worker. It lies on a lock screen: nothing in it was written by another member but a title. */
export interface PushPayload {
  title: string;
  body: string;
  /** what a press opens: a path of the site */
  url: string;
  /** a newer notification of the same tag takes its place */
  tag: string;
  /** the number on the app's icon; null: it stays */
  unread: number | null;
}
