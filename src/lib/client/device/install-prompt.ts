// Keeps, when it is imported, the browser's offer to install the site for a press: none is shown on arrival.

let latest: Event | undefined;

/** @returns the browser's last offer; once the site is installed, the event that says so */
export const latestEvent = (): Event | undefined => latest;

function keep(event: Event): void {
  event.preventDefault();
  latest = event;
}

addEventListener('beforeinstallprompt', keep);
addEventListener('appinstalled', keep);
