/** The kinds of database Glean runs on. */
export type DialectName = 'sqlite' | 'postgres';
