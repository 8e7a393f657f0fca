import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { dataPrivacy } from './policies/data-privacy.ts';
import { licensing } from './policies/licensing.ts';
import { terms } from './policies/terms.ts';
import type { DemoPolicy } from './types.ts';

export const policies: DemoPolicy[] = [licensing, dataPrivacy, terms];

/** Reads the PDF of a policy. A changed text needs a new PDF: a test compares the two. */
export const readPolicyPdf = ({ pdf }: DemoPolicy): Promise<Buffer> =>
  readFile(join(import.meta.dirname, 'policies', pdf));
