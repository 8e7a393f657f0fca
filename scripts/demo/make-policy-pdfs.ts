// Makes the PDFs of the legal documents from their texts: `node scripts/demo/make-policy-pdfs.ts`.
// The font is Source Serif 4 if installed. `qpdf --replace-input --object-streams=generate` makes a file a quarter
// smaller.
import { join } from 'node:path';

import { type Browser, chromium } from '@playwright/test';

import { POLICY_TITLES, type PolicyKind } from '#lib/contract/people/policies.ts';
import { findChromium } from '#scripts/lib/browser.ts';
import { root } from '#scripts/lib/run.ts';
import { readBytes } from '#scripts/operator/files.ts';

import { policies, policyFile, readPolicyText } from './policies.ts';

const FRAUNCES = join(root, 'src/layouts/document/fonts/fraunces.woff2');
const SINCE = 'Glean cooperative. Effective 2 September 2024.';

// Chromium aligns letters to whole pixels, so text of twice the size at half the scale is spaced evenly.
const styleOf = (title: string, font: string): string => `
  @font-face {
    font-family: Fraunces;
    font-weight: 600 700;
    src: url(data:font/woff2;base64,${font});
  }
  @page {
    size: A4;
    margin: 72pt 76pt 84pt;
    @bottom-center {
      content: '${title}, page ' counter(page) ' of ' counter(pages);
      font: 9pt 'Source Serif 4', serif;
      color: #56604f;
    }
  }
  body { margin: 0; font: 22pt / 34pt 'Source Serif 4', serif; color: #1e2a1c; }
  h1, h2 { margin: 0; font-family: Fraunces; font-weight: 620; break-after: avoid; }
  h1 { font-size: 52pt; line-height: 68pt; color: #2c6a3a; }
  h2 { margin-top: 32pt; font-size: 28pt; line-height: 40pt; }
  p { margin: 16pt 0 0; break-inside: avoid; }
  h1 + p { font-size: 21pt; color: #56604f; }`;

const toHtml = (block: string): string =>
  block.startsWith('## ') ? `<h2>${block.slice('## '.length)}</h2>` : `<p>${block}</p>`;

async function makePdf(browser: Browser, kind: PolicyKind): Promise<void> {
  const title = POLICY_TITLES[kind];
  const font = (await readBytes(FRAUNCES)).toString('base64');
  const text = (await readPolicyText(kind)).trim().split('\n\n').map(toHtml).join('');
  const page = await browser.newPage();
  await page.setContent(
    `<!doctype html><html lang="en-PH"><title>${title}</title><style>${styleOf(title, font)}</style>
    <h1>${title}</h1><p>${SINCE}</p>${text}`,
  );
  await page.pdf({
    path: policyFile(kind, 'pdf'),
    tagged: true,
    preferCSSPageSize: true,
    scale: 0.5,
  });
  await page.close();
}

const browser = await chromium.launch({ executablePath: findChromium() });
for (const kind of policies) await makePdf(browser, kind);
await browser.close();
