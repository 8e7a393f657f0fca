import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

// Its content is no part of the page, so that it may have a <main> of its own. The validator takes it for one.
const TEMPLATE = /(?<start><template\b[^>]*>)(?<content>[^]*?)(?<end><\/template>)/g;

/** @returns what is wrong with a page, and with each of its templates, a line each @param path what to call it */
export async function findHtmlErrors(path: string, html: string): Promise<string[]> {
  const templates = Array.from(html.matchAll(TEMPLATE), ({ groups }) => groups?.['content'] ?? '');
  const documents = [html.replaceAll(TEMPLATE, '$<start>$<end>'), ...templates];
  const reports = await Promise.all(documents.map((each) => validator.validateString(each)));
  const messages = reports.flatMap(({ results }) => results.flatMap((result) => result.messages));
  return messages.map(({ ruleId, message }) => `${path}: ${ruleId}, ${message}`);
}
