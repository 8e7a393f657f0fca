import { globSync } from 'node:fs';

import { onPath } from '#scripts/lib/browser.ts';

/** The programs of Firefox and WebKitGTK, if they are installed. */
export const findFirefox = (): string | undefined => onPath('firefox-esr') ?? onPath('firefox');
export const findMiniBrowser = (): string | undefined =>
  globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1);

/** @returns the Debian packages that are missing for the tests of the engines */
export const missingPackages = (): string[] =>
  Object.entries({
    'firefox-esr': findFirefox(),
    'webkit2gtk-driver': findMiniBrowser() && onPath('WebKitWebDriver'),
    xvfb: onPath('Xvfb'),
  }).flatMap(([name, path]) => (path ? [] : [name]));
