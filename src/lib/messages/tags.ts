/** A part of a text: plain, or what stands between two tags. */
export interface TextPart {
  text: string;
  /** the tag's name; absent for plain text */
  tag?: string;
}

const TAGGED = /<(\w+)>(.*?)<\/\1>/gs;

/**
 * Splits a text at its tags, so that a sentence with a link in it is one message: `New here? <link>Join us</link>`.
 * @returns its parts, in the order of the language
 */
export function splitTags(message: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of message.matchAll(TAGGED)) {
    const [whole, tag = '', text = ''] = found;
    if (found.index > end) parts.push({ text: message.slice(end, found.index) });
    parts.push({ tag, text });
    end = found.index + whole.length;
  }
  if (end < message.length) parts.push({ text: message.slice(end) });
  return parts;
}
