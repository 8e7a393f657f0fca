import { onFirstInteraction } from '#lib/client/page/on-first-interaction.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import type { PolicyKind } from '#lib/contract/people/policies.ts';

const SLOW_CONNECTION = /2g/;
const FAST_CONNECTION = '4g';
// Half a megabyte is too much for a reader who leaves soon.
const REST_MS = 4000;

/** What some browsers report about the connection (Network Information API). */
interface Connection {
  effectiveType?: string;
  saveData?: boolean;
  type?: string;
}

const { connection } = navigator as { connection?: Connection };

/**
 * Whether the PDF loads only on demand: with the data saver (docs/decisions/0020-data-saver.md) or a slow connection.
 */
const isDeferred = ({ dataset }: HTMLElement): boolean =>
  'waits' in dataset ||
  connection?.saveData === true ||
  SLOW_CONNECTION.test(connection?.effectiveType ?? '');

/** Whether the PDF loads by itself. Mobile data is mostly prepaid. */
const isFast = (): boolean =>
  connection?.effectiveType === FAST_CONNECTION && connection.type !== 'cellular';

/** Replaces the placeholder with the viewer, which is half a megabyte. */
async function open(section: HTMLElement): Promise<void> {
  if (section.ariaBusy === 'true') return;
  section.ariaBusy = 'true';
  try {
    const { mountPdfViewer } = await import('./mount-pdf-viewer.tsx');
    const { pdfPages, source } = section.dataset;
    mountPdfViewer(section, pdfPages as PolicyKind, source);
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

/** Opens the pages after the page has been open for a while. */
function openAfterRest(section: HTMLElement): void {
  const rest = () =>
    setTimeout(() => {
      if (section.isConnected) openWhenVisible(section);
    }, REST_MS);
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest, { once: true });
}

function attach(): void {
  const section = document.querySelector<HTMLElement>('[data-pdf-pages]');
  if (!section || isDeferred(section)) return;
  if (navigator.userActivation?.hasBeenActive) openWhenVisible(section);
  else {
    onFirstInteraction(() => openWhenVisible(section));
    if (isFast()) openAfterRest(section);
  }
}

// On the document, which the router keeps when it replaces the page.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-pdf-open]') : null;
  const section = button?.closest<HTMLElement>('[data-pdf-pages]');
  if (section) void open(section);
});
onPageLoad(attach);
