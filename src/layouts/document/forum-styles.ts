// The forum's style sheet on pages that do not link it: scripts load it with what they show, once in the life of a document
// (scripts/build/bundles.ts). The router would remove it with the next page, and nothing would load it again.
import styleSheets from 'virtual:style-sheets';

const LINK = `link[rel=stylesheet][href$="/${styleSheets.forum}"]`;
const FAILED = 'data-failed';

/** @returns the link of a page */
const findLink = (page: Document): HTMLLinkElement | null => page.querySelector(LINK);

/** @returns a link that loads the sheet once more */
function copyOf(link: HTMLLinkElement): HTMLLinkElement {
  const copy = link.cloneNode() as HTMLLinkElement;
  copy.removeAttribute(FAILED);
  return copy;
}

function keep({ newDocument }: DocumentEventMap['astro:before-swap']): void {
  const [link, next] = [findLink(document), findLink(newDocument)];
  if (!link) return;
  if (link.hasAttribute(FAILED)) link.remove();
  // The router compares the attribute: scripts write a whole address.
  else next?.setAttribute('href', link.getAttribute('href') ?? '');
  if (!next) newDocument.head.append(copyOf(link));
}

function retryLater({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || !target.matches(LINK)) return;
  target.setAttribute(FAILED, '');
  addEventListener('online', () => target.replaceWith(copyOf(target)), { once: true });
}

/** Keeps the sheet from page to page, and loads it again where the connection was lost. */
export function initForumStyles(): void {
  document.addEventListener('astro:before-swap', keep);
  // Errors of elements do not bubble.
  document.addEventListener('error', retryLater, { capture: true });
}
