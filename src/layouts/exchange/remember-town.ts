// Remembers the town that a guest chose on this device and links the chip to it. The server cannot, because guests'
// pages are cached for everyone.
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import { t } from '#lib/messages/t.ts';

const KEY = 'town';

interface Town {
  code: string;
  /** as on the chip */
  name: string;
}

/** The stored town, unless it is no longer in the list of towns. */
function readTown(): Town | null {
  const stored = globalThis.localStorage?.getItem(KEY);
  const town = stored ? (JSON.parse(stored) as Partial<Town> | null) : null;
  const codes = [...document.querySelectorAll<HTMLOptionElement>('#filters [name=town] option')];
  const isListed = codes.some(({ value }) => value && value === town?.code);
  return isListed && typeof town?.name === 'string' ? (town as Town) : null;
}

/** Links the chip that asks for a town to the stored one. */
function fillIn(chip: HTMLElement, { code, name }: Town): void {
  const url = new URL(location.href);
  url.searchParams.set('town', code);
  url.searchParams.delete('cursor');
  const link = document.createElement('a');
  // Leaves out the class that hides the chip where the filters are beside the list.
  link.className = 'button quiet focus-inside';
  link.href = url.pathname + url.search;
  link.textContent = name;
  chip.replaceWith(link);
}

/** Stores the town of a submitted filter form, as URLs may come from others. */
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

/** Browsers may block storage; then the chip asks again. */
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
