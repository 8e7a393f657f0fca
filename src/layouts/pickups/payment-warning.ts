/** For every page about pickups: who asks for money first may not be who they say. */
export const PAYMENT_WARNING = 'Do not pay in advance: pay when you meet.';
