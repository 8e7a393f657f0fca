/** The databases that Glean runs on. */
export type DialectName = 'sqlite' | 'postgres';
