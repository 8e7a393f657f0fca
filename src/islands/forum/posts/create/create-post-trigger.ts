import { openLazily } from '#islands/forum/modals/lazy-modal.ts';
import { viewerId } from '#lib/client/http/viewer-id.ts';
import { afterSignOfLife } from '#lib/client/on-first-interaction.ts';
import { prepareToasts } from '#lib/client/toasts/toasts.ts';

const OPENER = '[data-open-post]';

const load = () => import('./mount-post-dialog.tsx');

const openerOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>(OPENER) : null;

function open(opener: HTMLElement): void {
  const viewer = viewerId();
  if (viewer) void openLazily(opener, load, ({ openPost }) => openPost(viewer, opener));
}

/** Fetched when somebody is there, or when a hand comes near the button: the page itself stays light. */
const warm = () => {
  load().catch(() => null);
  prepareToasts();
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
if (!document.querySelector('[data-saver][aria-pressed=true]')) afterSignOfLife(warm);
