/** How a person agreed that a steward looks after them. */
const STEWARD_CONSENTS = ['paper', 'in_person'] as const;

export type StewardConsent = (typeof STEWARD_CONSENTS)[number];
