// Apart from what stores the browser's offer, which every page loads.
import { latestEvent } from './install-prompt.ts';

/** TypeScript's DOM library lacks it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const isPrompt = (event: Event | undefined): event is InstallPrompt =>
  event?.type === 'beforeinstallprompt';

let opened: InstallPrompt | undefined;

/** @returns the browser's offer, unless it was opened, or the site is installed */
function findPrompt(): InstallPrompt | undefined {
  const latest = latestEvent();
  return isPrompt(latest) && latest !== opened ? latest : undefined;
}

/** Whether the browser would install the site, and has not yet. */
export const canInstall = (): boolean => findPrompt() !== undefined;

/** Opens the browser's dialog, once: for another time the browser offers again. */
export async function install(): Promise<void> {
  const prompt = findPrompt();
  if (!prompt) return;
  opened = prompt;
  // Where the browser does not open it, nothing is lost.
  await prompt.prompt().catch(() => null);
}
