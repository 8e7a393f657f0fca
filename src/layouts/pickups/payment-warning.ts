/** For every page about pickups: who asks for money first may not be who they say. */
export const PAYMENT_WARNING = 'Don’t pay in advance. Pay when you meet.';
