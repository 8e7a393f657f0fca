/** The text of a help page. */
export interface HelpText {
  title: () => string;
  /** with the tag `b` around names of buttons, and the tags of `links` */
  paragraphs: () => string[];
  /** URLs of the links, by the names of their tags */
  links?: Record<string, string>;
}
