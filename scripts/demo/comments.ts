import { fieldComments } from './comments/comments-field.ts';
import { fruitComments } from './comments/comments-fruit.ts';
import { riceComments } from './comments/comments-rice.ts';
import { worksComments } from './comments/comments-works.ts';
import type { DemoComments } from './types.ts';

export const comments: DemoComments = {
  ...riceComments,
  ...fieldComments,
  ...fruitComments,
  ...worksComments,
};
