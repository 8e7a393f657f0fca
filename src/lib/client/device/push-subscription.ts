// A browser's subscription to messages of the site, on pages and in the worker.

/** @returns the VAPID key of a subscription, base64url */
export function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const base64 = btoa(String.fromCodePoint(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Subscribes with the site's current VAPID key. */
export async function subscribe(
  manager: PushManager,
  applicationServerKey: string,
): Promise<PushSubscription> {
  const present = await manager.getSubscription();
  if (present && keyOf(present) !== applicationServerKey) await present.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
