/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    ctx: import('#lib/server/domain/context.ts').Ctx;
    /** what was thrown before the page could be drawn */
    fault?: Error;
    /** the HTTP status of the page of faults, which that page decides */
    status?: number;
  }
}
