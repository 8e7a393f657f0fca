import { fieldPosts } from './posts-field.ts';
import { fruitPosts } from './posts-fruit.ts';
import { ricePosts } from './posts-rice.ts';
import { worksPosts } from './posts-works.ts';
import type { DemoPost } from './types.ts';

export const posts: DemoPost[] = [...ricePosts, ...fieldPosts, ...fruitPosts, ...worksPosts];
