import { t } from '#lib/messages/t.ts';

/** A list of an email. */
export interface EmailSection {
  heading: string;
  items: { text: string; url: string }[];
  /** how many further ones are not listed */
  more: number;
}

/** An email to a member. */
export interface Email {
  to: { name: string; address: string };
  /** the address that it comes from; the site's contact by default */
  from?: string;
  /** its recipient's; English by default */
  language?: string;
  subject: string;
  /** a paragraph in asterisks is emphasized, and one that is a URL is a link */
  paragraphs: string[];
  /** lists, after the paragraphs */
  sections?: EmailSection[];
  /** where to act on it */
  button?: { label: string; url: string };
  /** what else can be done, less prominent */
  otherButton?: { label: string; url: string };
  /** how to get no more of the kind; without it, it cannot be turned off */
  stop?: {
    /** what it stops, in words */
    label: string;
    /** signed: it works without signing in */
    url: string;
    /** where all is chosen */
    settingsUrl: string;
  };
  /** events for the recipient's calendar (RFC 5546), in one file or several */
  calendar?: { method: 'PUBLISH' | 'CANCEL'; files: string[] };
}

type Recipient = Email['to'];

/** A member to whom an email may go. */
export interface Addressee {
  first_name: string;
  last_name: string;
  email: string | null;
}

/** @returns null for a member who has no address */
export const toRecipient = ({ first_name, last_name, email }: Addressee): Recipient | null =>
  email === null ? null : { name: `${first_name} ${last_name}`, address: email };

/** What the email after a key of a member's account was made says of it. */
interface MadeKey {
  /** that it was made */
  subject: string;
  /** what it is, and what it lets others do */
  what: string;
  /** what to do if somebody else made it */
  notYou: string;
}

/** The email after a key of a member's account was made; never with the key itself. */
export const keyMadeEmail = (to: Recipient, { subject, what, notYou }: MadeKey): Email => ({
  to,
  subject,
  paragraphs: [t('email.hello', { name: to.name }), what, t('email.all_set'), notYou],
});
