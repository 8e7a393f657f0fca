/** The word for the device of a browser, by its User-Agent. */
export const deviceNoun = (userAgent: string | null): 'phone' | 'computer' =>
  /Mobi|Android|iPhone|iPad/.test(userAgent ?? '') ? 'phone' : 'computer';
