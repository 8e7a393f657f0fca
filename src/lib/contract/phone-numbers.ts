/** docs/product.md, "Phone numbers". Apart from the schema, so that a page that shows a field loads no Zod. */
export const PHONE_DIGITS = 11;
