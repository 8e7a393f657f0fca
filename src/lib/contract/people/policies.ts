import * as z from 'zod/mini';

import { text } from '#lib/contract/text.ts';

/** The legal documents, with the last part of each path. */
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
  /** the size of the PDF, in bytes */
  size: number;
  /** ISO 8601, UTC */
  updated: string;
  /** the text of the PDF */
  sections: { heading: string | null; paragraphs: string[] }[];
}

/** The largest PDF of a policy, in bytes. */
const MAX_PDF_BYTES = 5 * 1024 * 1024;

/** The longest text of a policy that staff type, in characters. */
const MAX_POLICY_TEXT = 100_000;

/** The fields that staff upload with the PDF of a policy. */
export const PolicyUpload = z.object({
  title: text({ max: 150, required: 'title_required', oneLine: true }),
  /** blank lines separate paragraphs, `## ` starts a heading; empty for the text of the PDF */
  text: z._default(text({ max: MAX_POLICY_TEXT }), ''),
});
export type PolicyUpload = z.infer<typeof PolicyUpload>;

/** The upload form of staff, with the file in `pdf`. */
export const POLICY_UPLOAD = {
  files: 1,
  tooManyFiles: 'unexpected_file',
  fileBytes: MAX_PDF_BYTES,
  textBytes: 4 * MAX_POLICY_TEXT,
  totalBytes: MAX_PDF_BYTES + 5 * MAX_POLICY_TEXT,
  fileField: 'pdf',
  textFields: ['title', 'text'],
} as const;

/** Identifies the PDF that staff have reviewed before they publish it. */
export const PolicyPublication = z.object({
  /** the URL of the PDF */
  content: z.string().check(z.maxLength(200)),
});

/** A version of a policy; 0 is a draft. */
interface PolicyVersion {
  version: number;
  title: string;
  /** the PDF's URL */
  content: string;
  /** the size of the PDF, in bytes */
  size: number;
  /** ISO 8601, UTC: when it was published, or a draft uploaded */
  date: string;
}

/** A policy with all its versions, as staff see it. */
export interface PolicyVersions {
  document: PolicyKind;
  title: string;
  /** newest first */
  versions: PolicyVersion[];
  draft: PolicyVersion | null;
}

/** @param name e.g. `data-privacy` */
export function policyKind(name: string | undefined): PolicyKind | null {
  const kinds = Object.keys(POLICIES) as PolicyKind[];
  return kinds.find((kind) => POLICIES[kind] === name) ?? null;
}

export const policyPath = (kind: PolicyKind): string => `/legal-agreements/${POLICIES[kind]}`;

/** The titles of documents that are not published yet. */
export const POLICY_TITLES: Record<PolicyKind, string> = {
  licensing_terms: 'Licensing Terms',
  data_privacy_guidelines: 'Data Privacy Guidelines',
  terms_and_conditions: 'Terms and Conditions',
};
