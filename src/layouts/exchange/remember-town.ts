// A guest chooses a town once: from then on, on this device, the chip leads there. Their pages are cached for
// everyone, so the server cannot do it.
import { onPageLoad } from '#lib/client/page/on-page-load.ts';

const KEY = 'town';

/** A town that was chosen. */
interface Town {
  code: string;
  /** of the chip */
  name: string;
}

function readTown(): Town | null {
  const stored = globalThis.localStorage?.getItem(KEY);
  return stored ? (JSON.parse(stored) as Town) : null;
}

/** Makes the chip that asks for a town lead to the one that is known. */
function fillIn(chip: HTMLElement, { code, name }: Town): void {
  const url = new URL(location.href);
  url.searchParams.set('town', code);
  url.searchParams.delete('cursor');
  const link = document.createElement('a');
  link.className = chip.className;
  link.href = url.pathname + url.search;
  link.textContent = name;
  chip.replaceWith(link);
}

function rememberTown(): void {
  const chosen = document.querySelector<HTMLElement>('[data-town]');
  const name = chosen?.textContent.trim() ?? '';
  const code = chosen?.dataset['town'];
  if (code) globalThis.localStorage?.setItem(KEY, JSON.stringify({ code, name }));
  const asking = document.querySelector<HTMLElement>('[data-near]');
  const town = asking && readTown();
  if (town) fillIn(asking, town);
}

onPageLoad(() => {
  try {
    rememberTown();
  } catch {
    // Browsers may forbid to store anything: it asks again.
  }
});
