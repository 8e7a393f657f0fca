/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** when the site was built, ISO 8601; absent in tests */
  readonly BUILT_AT?: string;
}

declare namespace App {
  interface Locals {
    ctx: import('./lib/server/context.ts').Ctx;
    /** whether pictures are held until they are tapped; absent on pages drawn at the build */
    savesData?: boolean;
    /** what was thrown before the page could be drawn */
    thrown?: Error;
    /** the HTTP status of the page of faults, which that page decides */
    status?: number;
  }
}
