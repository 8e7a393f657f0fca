import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

// Content of a template is not part of the page and may have its own <main>, which the validator does not know.
const TEMPLATE = /(?<start><template\b[^>]*>)(?<content>[^]*?)(?<end><\/template>)/g;

/** The errors of a page and each of its templates, a line each. @param path names the page in messages */
export async function findHtmlErrors(path: string, html: string): Promise<string[]> {
  const templates = Array.from(html.matchAll(TEMPLATE), ({ groups }) => groups?.['content'] ?? '');
  const documents = [html.replaceAll(TEMPLATE, '$<start>$<end>'), ...templates];
  const reports = await Promise.all(documents.map((each) => validator.validateString(each)));
  const messages = reports.flatMap(({ results }) => results.flatMap((result) => result.messages));
  return messages.map(({ ruleId, message }) => `${path}: ${ruleId}, ${message}`);
}
