/** For every page about pick-ups: who asks for money first may not be who they say. */
export const PAYMENT_WARNING = 'Do not pay in advance: pay when you meet.';
