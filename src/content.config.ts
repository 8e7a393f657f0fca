import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { defineCollection } from 'astro:content';

/** The team on the About page, one file each: see content/team/README.md. */
const team = defineCollection({
  loader: glob({ base: './src/content/team', pattern: '*.yaml' }),
  schema: ({ image }) =>
    z.object({
      order: z.number(),
      name: z.string(),
      job: z.enum(['Front end', 'Backend']),
      about: z.string(),
      /** the same in other languages, by their codes */
      translations: z.record(z.string(), z.string()).default({}),
      portrait: image(),
      links: z.array(
        z.object({
          on: z.enum(['GitHub', 'LinkedIn', 'Facebook', 'Website']),
          url: z.url({ protocol: /^https$/ }),
        }),
      ),
    }),
});

export const collections = { team };
