// Apart from install-prompt.ts, which every page loads.
import { latestEvent } from './install-prompt.ts';

/** TypeScript's DOM library lacks it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const isPrompt = (event: Event | undefined): event is InstallPrompt =>
  event?.type === 'beforeinstallprompt';

let opened: InstallPrompt | undefined;

/** @returns the browser's prompt, unless it was opened or the site is installed */
function findPrompt(): InstallPrompt | undefined {
  const latest = latestEvent();
  return isPrompt(latest) && latest !== opened ? latest : undefined;
}

/** Whether the browser can install the site, and has not yet. */
export const canInstall = (): boolean => findPrompt() !== undefined;

/** Opens the browser's install dialog, once per prompt. */
export async function install(): Promise<void> {
  const prompt = findPrompt();
  if (!prompt) return;
  opened = prompt;
  // Where the browser refuses to open it, nothing is lost.
  await prompt.prompt().catch(() => null);
}
