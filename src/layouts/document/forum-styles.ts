// The forum's style sheet on pages that do not link it: scripts load it with their components, once in the life of a
// document (scripts/build/bundles.ts). The router would remove it on the next page, and nothing would reload it.
import styleSheets from 'virtual:style-sheets';

const LINK = `link[rel=stylesheet][href$="/${styleSheets.forum}"]`;
const FAILED = 'data-failed';

const findLink = (page: Document): HTMLLinkElement | null => page.querySelector(LINK);

/** Clones a link, so that the browser loads the sheet again. */
function copyOf(link: HTMLLinkElement): HTMLLinkElement {
  const copy = link.cloneNode() as HTMLLinkElement;
  copy.removeAttribute(FAILED);
  return copy;
}

function keep({ newDocument }: DocumentEventMap['astro:before-swap']): void {
  const [link, next] = [findLink(document), findLink(newDocument)];
  if (!link) return;
  if (link.hasAttribute(FAILED)) link.remove();
  // The router compares the attribute, but scripts write absolute URLs.
  else next?.setAttribute('href', link.getAttribute('href') ?? '');
  if (!next) newDocument.head.append(copyOf(link));
}

function retryLater({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || !target.matches(LINK)) return;
  target.setAttribute(FAILED, '');
  addEventListener('online', () => target.replaceWith(copyOf(target)), { once: true });
}

/** Keeps the sheet from page to page, and reloads it after a lost connection. */
export function initForumStyles(): void {
  document.addEventListener('astro:before-swap', keep);
  // Load errors do not bubble.
  document.addEventListener('error', retryLater, { capture: true });
}
