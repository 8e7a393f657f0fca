import type { ComponentProps } from 'react';

import { LINK_REL, splitLinks } from '#lib/contract/links.ts';

/** A paragraph written by a member, with its URLs as links. */
export const LinkedText = ({ text, ...paragraph }: { text: string } & ComponentProps<'p'>) => (
  <p dir="auto" {...paragraph}>
    {splitLinks(text).map((part) =>
      part.href ? (
        <a key={part.at} href={part.href} rel={LINK_REL} className="written-link">
          {part.text}
        </a>
      ) : (
        part.text
      ),
    )}
  </p>
);
