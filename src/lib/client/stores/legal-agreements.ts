import { persistentAtom } from '@nanostores/persistent';
import * as z from 'zod/mini';

const Source = z.nullable(z.string());

/** The URLs of the legal documents' PDFs; null when unknown (docs/product.md, Browser storage). */
const LegalAgreements = z.object({
  version: z.literal(1),
  licensingId: Source,
  dataId: Source,
  termsId: Source,
});
export type LegalAgreements = z.infer<typeof LegalAgreements>;

const EMPTY: LegalAgreements = { version: 1, licensingId: null, dataId: null, termsId: null };

/** Data of another version, or edited by hand, counts as empty. */
function decode(stored: string): LegalAgreements {
  try {
    return z.parse(LegalAgreements, JSON.parse(stored));
  } catch {
    return EMPTY;
  }
}

/** Stored in localStorage under `root`, so that a known document is shown without waiting. */
export const legalAgreements = persistentAtom<LegalAgreements>('root', EMPTY, {
  encode: JSON.stringify,
  decode,
});
