// A guest chooses a town once: from then on, on this device, the chip leads there. Their pages are cached for
// everyone, so the server cannot do it.
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import { t } from '#lib/messages/t.ts';

const KEY = 'town';

/** A town that was chosen. */
interface Town {
  code: string;
  /** of the chip */
  name: string;
}

/** @returns the one that is known, unless the list of towns no longer has it */
function readTown(): Town | null {
  const stored = globalThis.localStorage?.getItem(KEY);
  const town = stored ? (JSON.parse(stored) as Partial<Town> | null) : null;
  const codes = [...document.querySelectorAll<HTMLOptionElement>('#filters [name=town] option')];
  const isListed = codes.some(({ value }) => value && value === town?.code);
  return isListed && typeof town?.name === 'string' ? (town as Town) : null;
}

/** Makes the chip that asks for a town lead to the one that is known. */
function fillIn(chip: HTMLElement, { code, name }: Town): void {
  const url = new URL(location.href);
  url.searchParams.set('town', code);
  url.searchParams.delete('cursor');
  const link = document.createElement('a');
  // Without the class that hides it where the filters are beside the list.
  link.className = 'button quiet focus-inside';
  link.href = url.pathname + url.search;
  link.textContent = name;
  chip.replaceWith(link);
}

/** Stores the town that a guest sends with the filters: addresses have others, too. */
function rememberTown({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || target.id !== 'filters') return;
  const [town] = target.querySelector<HTMLSelectElement>('[name=town]')?.selectedOptions ?? [];
  if (!town?.value || !document.querySelector('[data-guest]')) return;
  const known: Town = { code: town.value, name: t('exchange.near_town', { town: town.label }) };
  globalThis.localStorage?.setItem(KEY, JSON.stringify(known));
}

function showTown(): void {
  const asking = document.querySelector<HTMLElement>('[data-guest] [data-near]');
  const town = asking && readTown();
  if (town) fillIn(asking, town);
}

/** Browsers may forbid to store anything: then it asks again. */
const ignoringErrors =
  <T extends unknown[]>(work: (...given: T) => void) =>
  (...given: T) => {
    try {
      work(...given);
    } catch {
      // As above.
    }
  };

document.addEventListener('submit', ignoringErrors(rememberTown));
onPageLoad(ignoringErrors(showTown));
