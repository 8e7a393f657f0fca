/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** when the site was built, ISO 8601; absent in tests */
  readonly BUILT_AT?: string;
  /** the version in package.json; absent in tests */
  readonly VERSION?: string;
  /** the notices that stored pages show, by language (scripts/build/service-worker.ts); absent in tests */
  readonly OFFLINE_NOTICES?: Record<
    string,
    import('./lib/messages/offline-notices.ts').OfflineNotice
  >;
  /** the script that scripts/build/inline-script.ts compiles */
  readonly INLINE_SCRIPT?: string;
}

/** See scripts/build/bundles.ts. */
declare module 'virtual:style-sheets' {
  /** paths of the style sheets that pages link; empty in tests */
  const paths: Record<'site' | 'forum' | 'account', string>;
  export default paths;
}

declare namespace App {
  interface Locals {
    ctx: import('./lib/server/platform/context.ts').Ctx;
    /** issues the token of a plain form; the page must not be stored. */
    csrfToken?: () => string;
    /** whether the viewer can use a passkey where the password is entered again */
    canConfirmWithPasskey?: () => Promise<boolean>;
    /** whether the viewer must accept a document before they can write */
    hasMissingConsents?: () => Promise<boolean>;
    /**
     * the number of the member's pickups that wait for an action of theirs; 0 for guests. Absent on the
     * error page
     */
    pickupsToDo?: () => Promise<number>;
    /** what waits for staff; only for pages of staff. */
    waitingForStaff?: () => Promise<import('./lib/contract/app/overview.ts').WaitingItem[]>;
    /** the plain form of this page that the server rejected */
    rejected?: NonNullable<
      Parameters<import('./lib/server/platform/http/page-forms.ts').RenderRejected>[1]
    >;
    /** the personal access token that this request created, shown once */
    createdToken?:
      | import('#lib/contract/people/personal-tokens.ts').CreatedPersonalToken
      | undefined;
    /** the desk code that this request created, shown once */
    createdCode?: import('#lib/contract/people/sign-in/desk-codes.ts').DeskCode | undefined;
    /** the people that a list would import, with the list; none of it is stored */
    importPreview?:
      | (import('#lib/contract/people/imports.ts').ImportPreview & { list: string })
      | undefined;
    /** the preview of a notification to many members; it is not stored */
    notificationPreview?:
      | import('#lib/contract/notifications/staff-notifications.ts').NotificationPreview
      | undefined;
    /** what the mail server responded to an email that tries it */
    mailTest?: import('#lib/contract/app/mail-test.ts').MailTest | undefined;
    /** whether images are deferred until they are tapped */
    dataSaver?: boolean;
    /** how pages look on the viewer's device */
    display?: import('./lib/contract/display.ts').Display;
    /** for the error page: the error that was thrown */
    thrown?: Error;
    /** the HTTP status, set by the error page */
    status?: number;
  }
}
