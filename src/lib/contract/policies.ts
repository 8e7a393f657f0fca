import * as z from 'zod/mini';

/** The legal documents, with the last part of their path. */
export const POLICIES = {
  licensing_terms: 'licensing-terms',
  data_privacy_guidelines: 'data-privacy',
  terms_and_conditions: 'terms-and-conditions',
} as const;

export type PolicyKind = keyof typeof POLICIES;

const Source = z.object({
  /** the PDF's URL, or null when there is none */
  content: z.nullable(z.string()),
});

export const PolicySources = z.object({
  licensing_terms: Source,
  data_privacy_guidelines: Source,
  terms_and_conditions: Source,
});
export type PolicySources = z.infer<typeof PolicySources>;

export interface Policy {
  kind: PolicyKind;
  title: string;
  /** the PDF's URL */
  content: string;
  /** of the PDF, in bytes */
  size: number;
  /** ISO 8601, UTC */
  updated: string;
  /** the text of the PDF */
  sections: { heading: string | null; paragraphs: string[] }[];
}

/** @param name e.g. `data-privacy` */
export function policyKind(name: string | undefined): PolicyKind | null {
  const kinds = Object.keys(POLICIES) as PolicyKind[];
  return kinds.find((kind) => POLICIES[kind] === name) ?? null;
}

export const policyPath = (kind: PolicyKind): string => `/legal-agreements/${POLICIES[kind]}`;

/** Titles of documents that are not published yet. */
export const POLICY_TITLES: Record<PolicyKind, string> = {
  licensing_terms: 'Licensing Terms',
  data_privacy_guidelines: 'Data Privacy Guidelines',
  terms_and_conditions: 'Terms and Conditions',
};
