import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Context } from 'hono';

import type { MailTest } from '#lib/contract/app/mail-test.ts';
import type { NotificationPreview } from '#lib/contract/notifications/staff-notifications.ts';
import type { ImportPreview } from '#lib/contract/people/imports.ts';
import type { CreatedPersonalToken } from '#lib/contract/people/personal-tokens.ts';
import type { DeskCode } from '#lib/contract/people/sign-in/desk-codes.ts';
import type { Ctx } from '#lib/server/platform/context.ts';

/** Hono's variables of a request. */
export interface Env {
  Bindings: { incoming?: IncomingMessage; outgoing?: ServerResponse };
  Variables: {
    requestId: string;
    /** the route's pattern, where Hono's own is less specific */
    route?: string;
    /** default headers, without Node's response: in tests and in development */
    defaultHeaders?: Record<string, string>;
    /** absent before `addRequestContext` */
    ctx: Ctx;
    /** the session cookie's value */
    session: string | null;
    /** set when the request has a personal access token: alone, or beside a session cookie */
    credential?: 'token' | 'both';
    /** a personal access token that this request made, for the page that shows it */
    createdToken?: CreatedPersonalToken;
    /** a code to hand over that this request made, likewise */
    createdCode?: DeskCode;
    /** what a list of people would bring in, for the page that shows it */
    importPreview?: ImportPreview & { list: string };
    /** how a notification to many would look, likewise */
    notificationPreview?: NotificationPreview;
    /** what the mail server responded, likewise */
    mailTest?: MailTest;
  };
}

export type RequestContext = Context<Env>;
