// Inline in the head of every page, before all other scripts (scripts/build/inline-script.ts). On a slow network, a page
// is readable seconds before its scripts run: clicks on buttons that need a script are deferred, and repeated once
// it has run.

const SCRIPTS_RUN = ['DOMContentLoaded', 'astro:page-load'];
let haveScriptsRun = false;

/** The clicked button, if it needs a script. Browsers open popovers and send GET forms by themselves. */
const scriptedButton = ({ target }: Event) => {
  if (!(target instanceof Element)) return null;
  const button = target.closest<HTMLButtonElement>('button:not([popovertarget])');
  return button?.type === 'button' || button?.form?.method === 'post' ? button : null;
};
const isDeferred = (button: Element) => button.getAttribute('aria-busy') === 'true';

const repeatClick = (button: HTMLButtonElement) => {
  if (!isDeferred(button)) return;
  button.removeAttribute('aria-busy');
  button.click();
};

const deferClick = (event: Event) => {
  const button = scriptedButton(event);
  const island = button?.closest('astro-island[ssr]');
  if (!button || (haveScriptsRun && !island)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isDeferred(button)) return;
  button.setAttribute('aria-busy', 'true');
  for (const name of island ? ['astro:hydrate'] : SCRIPTS_RUN)
    (island ?? document).addEventListener(name, () => repeatClick(button), { once: true });
};

/** Typing after pressing the button cancels the deferred submit. */
const releaseForm = ({ target }: Event) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (!target.closest('astro-island[ssr]')) return;
  target.form?.querySelector('[aria-busy=true]')?.removeAttribute('aria-busy');
};

for (const name of SCRIPTS_RUN) document.addEventListener(name, () => (haveScriptsRun = true));
// The next page may need scripts that are not loaded yet.
document.addEventListener('astro:after-swap', () => (haveScriptsRun = false));
addEventListener('click', deferClick, { capture: true });
addEventListener('input', releaseForm);
