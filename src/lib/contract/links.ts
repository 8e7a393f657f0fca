/** A part of a text: plain, or a link if it has `href`. */
export interface TextPart {
  text: string;
  /** its position in the text */
  at: number;
  href?: string;
}

/** For links that members wrote: the site does not vouch for them, and they get no access to its window. */
export const LINK_REL = 'nofollow ugc noopener';

const URLS = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"\u201c\u201d\u2026]+/giu;
// Punctuation that may follow a link.
const PUNCTUATION = /[.,;:!?'*|`\u2018\u2019\u00bb\u203a\u3001\u3002]/;
const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** A closing bracket belongs to the link only when it was opened there. */
function withoutPunctuation(url: string): string {
  const signs = new Map<string, number>();
  for (const sign of url) signs.set(sign, (signs.get(sign) ?? 0) + 1);
  let end = url.length;
  for (; end > 0; end -= 1) {
    const sign = url.charAt(end - 1);
    const opening = BRACKETS[sign];
    const closed = signs.get(sign) ?? 0;
    const isUnopened = opening !== undefined && closed > (signs.get(opening) ?? 0);
    if (!isUnopened && !PUNCTUATION.test(sign)) break;
    signs.set(sign, closed - 1);
  }
  return url.slice(0, end);
}

/** @returns the URL to open; null when it is invalid, or has a user name before the host, which misleads */
function toHref(typed: string): string | null {
  const url = URL.parse(typed);
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return null;
  return url.hostname.includes('.') || url.hostname === 'localhost' ? url.href : null;
}

/** Splits a text at its links, which begin with http or https. The parts join to the whole text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: typed, index } of text.matchAll(URLS)) {
    const url = withoutPunctuation(typed);
    const href = toHref(url);
    if (!href) continue;
    if (index > end) parts.push({ text: text.slice(end, index), at: end });
    parts.push({ text: url, at: index, href });
    end = index + url.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end });
  return parts;
}
