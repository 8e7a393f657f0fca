import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

/** @returns what is wrong with a page, a line each @param path what to call it */
export async function findHtmlErrors(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const messages = results.flatMap((result) => result.messages);
  return messages.map(({ ruleId, message }) => `${path}: ${ruleId}, ${message}`);
}
