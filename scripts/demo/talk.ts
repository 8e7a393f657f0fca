import { fieldComments } from './talk/comments-field.ts';
import { fruitComments } from './talk/comments-fruit.ts';
import { riceComments } from './talk/comments-rice.ts';
import { worksComments } from './talk/comments-works.ts';
import type { DemoComment } from './types.ts';

export { follows } from './talk/follows.ts';
export { likes } from './talk/likes.ts';

export const comments: DemoComment[] = [
  ...riceComments,
  ...fieldComments,
  ...fruitComments,
  ...worksComments,
];
