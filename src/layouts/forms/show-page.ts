// Shows a page that a form got as its response, without loading it: a form that is rejected is the form's own page, with
// what is wrong. The header stays, with all that was loaded there.

const stylesheetsOf = (page: Document) => [
  ...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'),
];

/** @returns a promise that is fulfilled when the file of an element has loaded or failed */
const whenLoaded = (element: HTMLElement): Promise<unknown> =>
  new Promise((resolve) => {
    for (const name of ['load', 'error']) element.addEventListener(name, resolve, { once: true });
  });

/** Adds the style sheets that this page does not have. */
async function loadStyles(next: Document): Promise<void> {
  const hrefs = new Set(stylesheetsOf(document).map(({ href }) => href));
  const added = stylesheetsOf(next)
    .filter(({ href }) => !hrefs.has(href))
    .map((sheet) => document.importNode(sheet));
  const loading = added.map(whenLoaded);
  document.head.append(...added);
  await Promise.all(loading);
}

const keyOf = ({ src, textContent }: HTMLScriptElement) => src || textContent;

/** Runs the scripts of an element that have not run in this page: a parsed document runs none. */
async function runScripts(element: Element, haveRun: Set<string>): Promise<void> {
  const scripts = [...element.querySelectorAll('script')].filter(
    (script) => !haveRun.has(keyOf(script)),
  );
  const loading = scripts.map((script) => {
    const copy = document.createElement('script');
    for (const { name, value } of script.attributes) copy.setAttribute(name, value);
    copy.textContent = script.textContent;
    const loaded = copy.src ? whenLoaded(copy) : Promise.resolve();
    script.replaceWith(copy);
    return loaded;
  });
  await Promise.all(loading);
}

const announce = (name: string) => document.dispatchEvent(new Event(name));

/**
 * Shows what is in the main part of a page in place of this page's, and moves the focus to what is wrong first.
 * @param html of a page of this site
 * @param address of it, which replaces that of this page: Back and a reload send nothing
 * @returns whether it is one
 */
export async function showPage(html: string, address: string): Promise<boolean> {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const [current, main] = [document, next].map((page) => page.querySelector('main'));
  if (!current || !main) return false;
  await loadStyles(next);
  const haveRun = new Set([...document.scripts].map(keyOf));
  current.replaceWith(document.adoptNode(main));
  document.title = next.title;
  const { pathname, search } = new URL(address);
  // Without a place to scroll to: the focus decides it.
  history.replaceState({ ...history.state, place: null }, '', pathname + search);
  // As when the router swaps a page: islands that are gone end, and scripts look at what is new.
  announce('astro:after-swap');
  await runScripts(main, haveRun);
  announce('astro:page-load');
  (main.querySelector<HTMLElement>('[autofocus]') ?? main).focus();
  return true;
}
