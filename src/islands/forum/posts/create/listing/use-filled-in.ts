import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import type { ListingDraft } from '#lib/client/drafts/listing-draft.ts';
import { profileQuery } from '#lib/client/people/profile.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { isBlank } from '#lib/contract/characters.ts';
import { usualUnit } from '#lib/contract/exchange/materials/material-weights.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { proposePost } from '#lib/contract/exchange/propose-post.ts';
import type { PostInput } from '#lib/contract/forum/posts.ts';

/** Title and description of the post of a listing. */
export type DraftWords = PostInput;

type Change = Partial<DraftWords> & { listing?: ListingDraft };

/** @returns a listing with what goes without saying: the member's own town, and the unit that its amount or price needs */
function fillIn(listing: ListingDraft, ownTown: string): ListingDraft {
  const { material, amount, terms, unit, town } = listing;
  const needsUnit = unit === null && (amount !== '' || terms === 'price') && isMaterial(material);
  return {
    ...listing,
    unit: needsUnit ? usualUnit(material) : unit,
    town: town || ownTown,
  };
}

const FIELDS = ['title', 'description'] as const;

/** @returns the proposed words, where the member has written none of their own */
const replaceWords = (words: DraftWords, before: DraftWords, proposed: DraftWords) =>
  Object.fromEntries(
    FIELDS.flatMap((name) =>
      words[name] !== proposed[name] && (isBlank(words[name]) || words[name] === before[name])
        ? [[name, proposed[name]]]
        : [],
    ),
  );

/** Fills in town, unit and words of a listing that is being written, whenever it changes. */
export function useFilledIn(
  listing: ListingDraft,
  words: DraftWords,
  write: (change: Change) => void,
): void {
  const ownTown = useQuery(profileQuery, queryClient()).data?.town ?? '';
  const proposed = useRef(proposePost(listing));
  const fill = useEffectEvent((stated: ListingDraft, town: string) => {
    const filled = fillIn(stated, town);
    const isFilled = filled.town !== stated.town || filled.unit !== stated.unit;
    const next = proposePost(filled);
    const change: Change = {
      ...(isFilled && { listing: filled }),
      ...replaceWords(words, proposed.current, next),
    };
    proposed.current = next;
    if (Object.keys(change).length > 0) write(change);
  });
  useEffect(() => fill(listing, ownTown), [listing, ownTown]);
}
