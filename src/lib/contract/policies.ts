import * as z from 'zod/mini';

/** The legal documents, and the last part of their page's address (spec 2). */
export const POLICIES = {
  licensing_terms: 'licensing-terms',
  data_privacy_guidelines: 'data-privacy',
  terms_and_conditions: 'terms-and-conditions',
} as const;

export type PolicyKind = keyof typeof POLICIES;

const Source = z.object({
  /** the address of the PDF, or null when there is none */
  content: z.nullable(z.string()),
});

/** Where the PDFs of the legal documents are (design 5). */
export const PolicySources = z.object({
  licensing_terms: Source,
  data_privacy_guidelines: Source,
  terms_and_conditions: Source,
});
export type PolicySources = z.infer<typeof PolicySources>;

/** A legal document as its page shows it. */
export interface Policy {
  kind: PolicyKind;
  title: string;
  /** the address of the PDF */
  content: string;
  /** bytes of the PDF */
  size: number;
  /** ISO 8601, UTC */
  updated: string;
  /** the same as text, in order */
  sections: { heading: string | null; paragraphs: string[] }[];
}

/** @returns which document a part of an address names, or null @param name e.g. `data-privacy` */
export function policyKind(name: string | undefined): PolicyKind | null {
  const kinds = Object.keys(POLICIES) as PolicyKind[];
  return kinds.find((kind) => POLICIES[kind] === name) ?? null;
}

/** @returns the path of a document's page */
export const policyPath = (kind: PolicyKind): string => `/legal-agreements/${POLICIES[kind]}`;

/** What a document is called where none has been put in place yet. */
export const POLICY_TITLES: Record<PolicyKind, string> = {
  licensing_terms: 'Licensing Terms',
  data_privacy_guidelines: 'Data Privacy Guidelines',
  terms_and_conditions: 'Terms and Conditions',
};
