import { onFirstInteraction } from '#lib/client/page/on-first-interaction.ts';
import type { PolicyKind } from '#lib/contract/policies.ts';

const SLOW_CONNECTION = /2g/;

const { connection } = navigator as { connection?: { effectiveType?: string } };

/** Whether it is only fetched when it is asked for: data is saved (docs/decisions/0020-data-saver.md), or comes slowly. */
const isDeferred = ({ dataset }: HTMLElement): boolean =>
  'waits' in dataset || SLOW_CONNECTION.test(connection?.effectiveType ?? '');

/** Puts the viewer in the place of the sheet; half a megabyte of it is fetched now. */
async function open(section: HTMLElement): Promise<void> {
  if (section.ariaBusy === 'true') return;
  section.ariaBusy = 'true';
  try {
    const { mountPdfViewer } = await import('./mount-pdf-viewer.tsx');
    mountPdfViewer(section, section.dataset['pdfPages'] as PolicyKind);
  } catch {
    section.querySelector('[data-pdf-failed]')?.removeAttribute('hidden');
  } finally {
    section.ariaBusy = null;
  }
}

function openWhenVisible(section: HTMLElement): void {
  const watcher = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    watcher.disconnect();
    void open(section);
  });
  watcher.observe(section);
}

function attach(): void {
  const section = document.querySelector<HTMLElement>('[data-pdf-pages]');
  const button = section?.querySelector('[data-pdf-open]');
  if (!section || !button) return;
  button.addEventListener('click', () => void open(section));
  if (isDeferred(section)) return;
  if (navigator.userActivation?.hasBeenActive) openWhenVisible(section);
  else onFirstInteraction(() => openWhenVisible(section));
}

document.addEventListener('astro:page-load', attach);
