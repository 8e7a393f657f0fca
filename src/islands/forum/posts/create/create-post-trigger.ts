import { openLazily } from '#islands/forum/modals/lazy-modal.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { onFirstInteraction } from '#lib/client/on-first-interaction.ts';
import { preloadToasts } from '#lib/client/toasts/toasts.ts';

const OPENER = '[data-open-post]';

const load = () => import('./mount-post-dialog.tsx');

const openerOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>(OPENER) : null;

function open(opener: HTMLElement): void {
  const viewer = getViewerId();
  if (viewer) void openLazily(opener, load, ({ openPost }) => openPost(viewer, opener));
}

/** Fetched when somebody is there, or when a hand comes near the button: the page itself stays light. */
const warm = () => {
  load().catch(() => null);
  preloadToasts();
};

// On the document, which outlives every page the router swaps in.
document.addEventListener('click', (event) => {
  const opener = openerOf(event);
  if (opener) open(opener);
});
for (const near of ['pointerover', 'focusin'])
  document.addEventListener(near, (event) => {
    if (openerOf(event)) warm();
  });

// Who saves data (docs/decisions/0020-data-saver.md) has it fetched by the hand alone.
if (!document.querySelector('[data-saver][aria-pressed=true]')) onFirstInteraction(warm);
