import { currentLanguage, t } from '#lib/messages/t.ts';
import { site } from '#lib/site.ts';

import type { Email, EmailSection } from './email.ts';

const signature = (): string =>
  t('email.signature', { community: site.community, region: site.region });
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

// Mail programs that know no dark mode leave the second part out.
const STYLE = `body{font:17px/1.5 system-ui,sans-serif;color:#26301f;background:#fff;max-width:32em;margin:0 auto;padding:16px}
a{color:#2f6b1f}
h2{margin:1.4em 0 .3em;font-size:18px}
ul{margin:0;padding:0;list-style:none}
li{padding:8px 0;border-top:1px solid #d9dfd0}
.code{font-size:32px;letter-spacing:4px;font-variant-numeric:tabular-nums}
.button{display:inline-block;padding:12px 20px;border:2px solid #2f6b1f;border-radius:8px;background:#2f6b1f;color:#fff;font-weight:600;text-decoration:none}
.quiet{background:none;color:#2f6b1f}
.small{color:#5d6654;font-size:15px}
@media (prefers-color-scheme:dark){body{color:#e6ebdf;background:#171c13}li{border-color:#3a4333}a{color:#a5d48f}.button{border-color:#a5d48f;background:#a5d48f;color:#171c13}.quiet{background:none;color:#a5d48f}.small{color:#aab3a0}}`;

const stopText = ({ label, url, settingsUrl }: NonNullable<Email['stop']>): string[] => [
  `${label}: ${url}`,
  `${t('email.settings')}: ${settingsUrl}`,
];

const moreOf = ({ more }: EmailSection): string[] => (more > 0 ? [t('email.more', { more })] : []);

const sectionText = (section: EmailSection): string =>
  [
    section.heading,
    ...section.items.map(({ text, url }) => `- ${text}\n  ${url}`),
    ...moreOf(section),
  ].join('\n');

/** @returns the plain-text body */
export function toText({ paragraphs, sections = [], button, otherButton, stop }: Email): string {
  const parts = paragraphs.map((paragraph) => paragraph.replaceAll('*', ''));
  parts.push(...sections.map(sectionText));
  for (const each of [button, otherButton]) if (each) parts.push(`${each.label}:\n${each.url}`);
  const end = [signature(), ...(stop ? stopText(stop) : [])].join('\n');
  return `${parts.join('\n\n')}\n\n-- \n${end}\n`;
}

const toParagraph = (paragraph: string): string =>
  `<p>${escapeHtml(paragraph)
    .replace(/^\*(.+)\*$/, '<strong class="code">$1</strong>')
    .replace(/^https?:\/\/\S+$/, '<a href="$&">$&</a>')}</p>`;

const toLink = (url: string, label: string, name = ''): string =>
  `<a${name} href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

const toList = (section: EmailSection): string =>
  `<h2>${escapeHtml(section.heading)}</h2>
<ul>${section.items.map(({ text, url }) => `<li>${toLink(url, text)}</li>`).join('')}</ul>${moreOf(section).map(toParagraph).join('')}`;

/** @returns the HTML body, which loads nothing */
export function toHtml(email: Email): string {
  const { subject, paragraphs, sections = [], button, otherButton, stop } = email;
  const body = [...paragraphs.map(toParagraph), ...sections.map(toList)];
  if (button) body.push(`<p>${toLink(button.url, button.label, ' class="button"')}</p>`);
  if (otherButton)
    body.push(`<p>${toLink(otherButton.url, otherButton.label, ' class="button quiet"')}</p>`);
  body.push(`<p class="small">${escapeHtml(signature())}</p>`);
  if (stop)
    body.push(
      `<p class="small">${toLink(stop.url, stop.label)} · ${toLink(stop.settingsUrl, t('email.settings'))}</p>`,
    );
  return `<!doctype html>
<html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body>
${body.join('\n')}
</body></html>
`;
}
