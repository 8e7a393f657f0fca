import { backup } from './backup.ts';
import { notify } from './notify.ts';
import { publishResource } from './publish-resource.ts';
import { replacePolicy } from './replace-policy.ts';
import type { Verb } from './verb.ts';

/** Everything an operator can do, in the order it is listed. */
export const verbs: Partial<Record<string, Verb>> = {
  notify,
  'replace-policy': replacePolicy,
  'publish-resource': publishResource,
  backup,
};
