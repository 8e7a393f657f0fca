import { defineLimits } from '#lib/server/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  requestPickup: { what: "a member's questions for a pick-up", points: 30, seconds: 86_400 },
  changePickup: { what: "a member's changes of pick-ups", points: 120, seconds: 600 },
  sendPickupMessage: { what: "a member's messages about pick-ups", points: 60, seconds: 600 },
});
