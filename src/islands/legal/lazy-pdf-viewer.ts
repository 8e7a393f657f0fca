import { afterSignOfLife } from '#lib/client/on-first-interaction.ts';
import type { PolicyKind } from '#lib/contract/policies.ts';

const SLOW = /2g/;

const { connection } = navigator as { connection?: { effectiveType?: string } };

/** Whether it is only fetched when it is asked for: data is saved (docs/decisions/0020-data-saver.md), or comes slowly. */
const waits = ({ dataset }: HTMLElement): boolean =>
  'waits' in dataset || SLOW.test(connection?.effectiveType ?? '');

/** Puts the viewer in the place of the sheet; half a megabyte of it is fetched now. */
async function open(section: HTMLElement): Promise<void> {
  if (section.ariaBusy === 'true') return;
  section.ariaBusy = 'true';
  try {
    const { mountViewer } = await import('./mount-pdf-viewer.tsx');
    mountViewer(section, section.dataset['pdfPages'] as PolicyKind);
  } catch {
    section.querySelector('[data-pdf-failed]')?.removeAttribute('hidden');
  } finally {
    section.ariaBusy = null;
  }
}

function openWhenSeen(section: HTMLElement): void {
  const watcher = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    watcher.disconnect();
    void open(section);
  });
  watcher.observe(section);
}

function prepare(): void {
  const section = document.querySelector<HTMLElement>('[data-pdf-pages]');
  const button = section?.querySelector('[data-pdf-open]');
  if (!section || !button) return;
  button.addEventListener('click', () => void open(section));
  if (waits(section)) return;
  if (navigator.userActivation?.hasBeenActive) openWhenSeen(section);
  else afterSignOfLife(() => openWhenSeen(section));
}

document.addEventListener('astro:page-load', prepare);
