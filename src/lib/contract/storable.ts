/** Whether a database can store a text: PostgreSQL stores no NUL, and a lone surrogate is no character. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');
