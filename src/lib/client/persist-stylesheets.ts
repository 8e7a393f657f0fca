let isListening = false;

const stylesheetsIn = (from: Document) => [
  ...from.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'),
];

/**
 * Keeps style sheets that came with lazily loaded code when the router goes to another page: it takes away what
 * the new page does not name, and they are never fetched a second time.
 */
export function persistStylesheets(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('astro:before-swap', ({ newDocument }) => {
    const wanted = new Set(stylesheetsIn(newDocument).map((sheet) => sheet.getAttribute('href')));
    for (const sheet of stylesheetsIn(document))
      if (!wanted.has(sheet.getAttribute('href')))
        newDocument.head.append(newDocument.importNode(sheet, true));
  });
}
