let keeping = false;

const sheets = (from: Document) => [
  ...from.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'),
];

/**
 * Keeps style sheets that came with lazily loaded code when the router goes to another page: it takes away what
 * the new page does not name, and they are never fetched a second time.
 */
export function keepStyles(): void {
  if (keeping) return;
  keeping = true;
  document.addEventListener('astro:before-swap', ({ newDocument }) => {
    const there = new Set(sheets(newDocument).map((sheet) => sheet.getAttribute('href')));
    for (const sheet of sheets(document))
      if (!there.has(sheet.getAttribute('href')))
        newDocument.head.append(newDocument.importNode(sheet, true));
  });
}
