import { persistentAtom } from '@nanostores/persistent';
import * as z from 'zod/mini';

const Source = z.nullable(z.string());

/** Where the PDFs of the legal documents are, as far as this browser knows (spec 3); null where it does not. */
const LegalAgreements = z.object({
  version: z.literal(1),
  licensingId: Source,
  dataId: Source,
  termsId: Source,
});
export type LegalAgreements = z.infer<typeof LegalAgreements>;

const EMPTY: LegalAgreements = { version: 1, licensingId: null, dataId: null, termsId: null };

/** What another version, or somebody's hand, has written there counts as nothing. */
function decode(kept: string): LegalAgreements {
  try {
    return z.parse(LegalAgreements, JSON.parse(kept));
  } catch {
    return EMPTY;
  }
}

/** Kept in localStorage under `root` (spec 3), so that a document known once is shown at once. */
export const legalAgreements = persistentAtom<LegalAgreements>('root', EMPTY, {
  encode: JSON.stringify,
  decode,
});
