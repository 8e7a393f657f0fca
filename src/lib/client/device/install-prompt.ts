// Keeps, when it is imported, the browser's offer to install the site for a press: none is shown on arrival.

/** TypeScript's DOM library lacks it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let latest: InstallPrompt | undefined;

/** @returns what the browser offered last; undefined once the site is installed */
export const latestPrompt = (): InstallPrompt | undefined => latest;

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  latest = event as InstallPrompt;
});
addEventListener('appinstalled', () => {
  latest = undefined;
});
