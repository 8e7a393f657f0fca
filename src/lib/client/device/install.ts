// Apart from what stores the browser's offer, which every page loads.
import { type InstallPrompt, latestPrompt } from './install-prompt.ts';

let opened: InstallPrompt | undefined;

/** Whether the browser would install the site, and has not yet. */
export function canInstall(): boolean {
  const prompt = latestPrompt();
  return prompt !== undefined && prompt !== opened;
}

/** Opens the browser's dialog, once: for another time the browser offers again. */
export async function install(): Promise<void> {
  opened = latestPrompt();
  // Where the browser does not open it, nothing is lost.
  await opened?.prompt().catch(() => null);
}
