/** The word for the device of a request. */
export const deviceNoun = ({ headers }: Request): 'phone' | 'computer' =>
  /Mobi|Android|iPhone|iPad/.test(headers.get('user-agent') ?? '') ? 'phone' : 'computer';
