const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escaped text or markup. */
class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Xml | Xml[];

function escapeXml(value: Value): string {
  if (value instanceof Xml) return value.text;
  if (Array.isArray(value)) return value.map(({ text }) => text).join('');
  // XML cannot contain most control characters (XML 1.0, 2.2).
  const content = String(value).replace(/[^\t\n\r\x20-\uffff]/g, '');
  return content.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** A template of XML: values are escaped, except results of this function. */
export const xml = (template: TemplateStringsArray, ...values: Value[]): Xml =>
  new Xml(String.raw({ raw: template }, ...values.map(escapeXml)));

/** @returns a document with this root element */
export const xmlDocument = (root: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`;
