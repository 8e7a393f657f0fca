import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  requestPickup: { what: "a member's questions for a pickup", points: 30, seconds: 86_400 },
  changePickup: { what: "a member's changes of pickups", points: 120, seconds: 600 },
  sendPickupMessage: { what: "a member's messages about pickups", points: 60, seconds: 600 },
});
