// Inline in the head of every page, after its `meta` elements (scripts/build/inline-script.ts): sets the theme and text
// size of this device before the first frame. The server cannot, because pages are cached for all guests.

const valueOf = (name: string, allowed: string): string | undefined =>
  new RegExp(`(?:^|; )${name}=(${allowed})(?:;|$)`).exec(document.cookie)?.[1];

const setAttribute = (element: Element, name: string, value: string | undefined) =>
  value ? element.setAttribute(name, value) : element.removeAttribute(name);

const applyDisplay = (page: Document) => {
  const theme = valueOf('theme', 'light|dark');
  setAttribute(page.documentElement, 'data-theme', theme);
  setAttribute(page.documentElement, 'data-text-size', valueOf('text-size', '115|130'));
  for (const meta of page.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const scheme = meta.dataset['scheme'];
    if (scheme === 'any') meta.content = theme ?? 'light dark';
    else if (!theme) meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = scheme === theme ? 'all' : 'not all';
  }
};

applyDisplay(document);
document.addEventListener('astro:before-swap', ({ newDocument }) => applyDisplay(newDocument));
// Another page may have changed the settings.
addEventListener('pageshow', ({ persisted }) => persisted && applyDisplay(document));
document.addEventListener('display-change', () => applyDisplay(document));
