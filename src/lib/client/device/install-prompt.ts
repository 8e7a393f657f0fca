// When imported, stores the browser's install prompt until a button opens it: none is shown on arrival.

let latest: Event | undefined;

/** @returns the browser's last prompt; once the site is installed, its `appinstalled` event */
export const latestEvent = (): Event | undefined => latest;

function keep(event: Event): void {
  event.preventDefault();
  latest = event;
}

addEventListener('beforeinstallprompt', keep);
addEventListener('appinstalled', keep);
