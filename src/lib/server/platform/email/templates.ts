import { EMAIL_CHANGE_HOURS } from '#lib/contract/people/email-changes.ts';
import { PASSWORD_LINK_HOURS, RESET_CODE } from '#lib/contract/people/sign-in/password-reset.ts';
import { currentLanguage, t } from '#lib/messages/t.ts';
import { formatDay } from '#lib/server/platform/format-day.ts';
import { site } from '#lib/site.ts';

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

/** The email with a password reset code. */
export const codeEmail = (to: Recipient, code: string): Email => ({
  to,
  subject: t('email.code_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.code_asked', { site: site.name }),
    `*${code}*`,
    t('email.code_how', { minutes: RESET_CODE.minutes }),
    t('email.code_secret', { community: site.community }),
    t('email.code_not_you'),
  ],
});

const notYouReset = (): string => t('email.not_you_reset', { email: site.contactEmail });

/**
 * The email after a password change.
 * @param passkeysUrl the page of the member's passkeys; null when there are none
 */
export const passwordChangedEmail = (to: Recipient, passkeysUrl: string | null): Email => ({
  to,
  subject: t('email.changed_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.changed', { site: site.name }),
    ...(passkeysUrl === null ? [] : [t('email.changed_passkeys', { url: passkeysUrl })]),
    t('email.all_set'),
    notYouReset(),
  ],
});

/** The email to a new member. @param link with which they choose a password */
export const welcomeEmail = (to: Recipient, link: string): Email => ({
  to,
  subject: t('email.welcome_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.welcome', { site: site.name, address: to.address }),
    t('email.welcome_go'),
    link,
    t('email.welcome_link', { hours: PASSWORD_LINK_HOURS }),
    t('email.welcome_unexpected', { email: site.contactEmail }),
  ],
});

/** The email about what staff decided. @param paragraphs after the greeting */
export const moderationEmail = (to: Recipient, subject: string, paragraphs: string[]): Email => ({
  to,
  subject: t('email.decision_subject', { title: subject, site: site.name }),
  paragraphs: [t('email.hello', { name: to.name }), `${subject}.`, ...paragraphs],
});

/**
 * The email that staff send to a member who cannot sign in.
 * @param origin of the site
 */
export const chooseNewPasswordEmail = (to: Recipient, origin: string): Email => ({
  to,
  subject: t('email.new_password_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.new_password', { community: site.community }),
    t('email.new_password_go'),
    `${origin}/forgot-password`,
    t('email.new_password_how', { address: to.address, digits: RESET_CODE.digits }),
    t('email.new_password_not_you'),
  ],
});

/** The email to a new address, which its owner has to prove. @param link to the page that does it */
export const proveEmail = (to: Recipient, link: string): Email => ({
  to,
  subject: t('email.prove_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.prove', { community: site.community, site: site.name }),
    link,
    t('email.prove_how', { hours: EMAIL_CHANGE_HOURS }),
    t('email.prove_not_you'),
  ],
});

/** The email to the present address, when another one is to be proved. */
export const emailChangeRequestedEmail = (to: Recipient): Email => ({
  to,
  subject: t('email.change_asked_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.change_asked', { community: site.community, site: site.name }),
    t('email.not_you', { email: site.contactEmail }),
  ],
});

/** The email to the previous address. */
export const emailChangedEmail = (to: Recipient): Email => ({
  to,
  subject: t('email.address_changed_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.address_changed', { site: site.name }),
    t('email.not_you', { email: site.contactEmail }),
  ],
});

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

/**
 * The email when a member's copy of their data is ready.
 * @param link to the page where it is
 * @param until when it is deleted, milliseconds since 1970
 */
export const exportReadyEmail = (to: Recipient, link: string, until: number): Email => ({
  to,
  subject: t('email.export_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.export', { day: formatDay(until), link }),
    notYouReset(),
  ],
});

/**
 * The email when a member requested the deletion of their account.
 * @param link to where they sign in
 * @param eraseAt milliseconds since 1970
 */
export const deletionRequestedEmail = (to: Recipient, link: string, eraseAt: number): Email => ({
  to,
  subject: t('email.deletion_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.deletion', { site: site.name, day: formatDay(eraseAt) }),
    t('email.deletion_stay', { link }),
    t('email.deletion_not_you'),
  ],
});

/** The email when a sign-in ended the deletion of an account. */
export const deletionCancelledEmail = (to: Recipient): Email => ({
  to,
  subject: t('email.stays_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.stays', { site: site.name }),
    notYouReset(),
  ],
});
