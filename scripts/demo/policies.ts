import { dataPrivacy } from './policies/data-privacy.ts';
import { licensing } from './policies/licensing.ts';
import { terms } from './policies/terms.ts';
import type { DemoPolicy } from './types.ts';

export const policies: DemoPolicy[] = [licensing, dataPrivacy, terms];
