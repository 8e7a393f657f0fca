let isListening = false;

const stylesheetsIn = (from: Document) => [
  ...from.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'),
];

/** Keeps the stylesheets of lazily loaded code when the router replaces the head: they would not be loaded again. */
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
