/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    ctx: import('#lib/server/domain/context.ts').Ctx;
  }
}
