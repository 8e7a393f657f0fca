import { queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';

import { TextField } from '#islands/ui/form/TextField.tsx';
import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { materialName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { materialsNamed } from '#lib/contract/exchange/materials/material-names.ts';
import {
  isMaterial,
  type MaterialKey,
  MATERIALS,
} from '#lib/contract/exchange/materials/materials.ts';
import { searchMaterials } from '#lib/contract/exchange/materials/search-materials.ts';
import { ownPosts, type PostPage } from '#lib/contract/forum/posts.ts';
import { t } from '#lib/messages/t.ts';

import chipStyles from '#islands/ui/form/ChipField.module.css';
import styles from './MaterialField.module.css';

const MAX_FOUND = 6;
const MAX_USUAL = 5;
const USUAL_STALE_MS = 10 * 60_000;

interface Props {
  /** a material’s key, or empty */
  material: string;
  error: string | undefined;
  onChoose: (material: MaterialKey | '') => void;
}

interface ChoicesProps {
  label: string;
  choices: { value: MaterialKey; name: string; alias?: string | null }[];
  isHidden?: boolean;
  onChoose: (material: MaterialKey) => void;
}

/** Buttons that choose a material. */
const Choices = ({ label, choices, isHidden, onChoose }: ChoicesProps) => (
  <ul
    className={`${chipStyles.chips} ${styles.choices}`}
    aria-label={label}
    data-hidden={isHidden || undefined}
  >
    {choices.map(({ value, name, alias }) => (
      <li key={value}>
        <button
          type="button"
          // Without the focus in the field, the list would close before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(value)}
        >
          {name}
          {alias && <small> {alias}</small>}
        </button>
      </li>
    ))}
  </ul>
);

const materialsOf = ({ posts }: PostPage): MaterialKey[] =>
  posts.flatMap(({ listing }) =>
    listing && isMaterial(listing.material) ? [listing.material] : [],
  );

/** The materials of the member’s newest posts. */
const usedMaterialsQuery = (viewerId: string) => {
  const { path, limit } = ownPosts(viewerId);
  return queryOptions({
    queryKey: ['used-materials', viewerId],
    queryFn: async ({ signal }) =>
      materialsOf(
        await requestData(path, hasKeys<PostPage>('posts', 'nextCursor'), {
          signal,
          searchParams: { cursor: 0, limit },
        }),
      ),
    staleTime: USUAL_STALE_MS,
  });
};

/**
 * The materials of the member’s own posts, newest first, then the most common ones.
 * @returns `isLoading` while the member’s own are loading
 */
function useUsualMaterials(): { usual: MaterialKey[]; isLoading: boolean } {
  const { data = [], isLoading } = useQuery(usedMaterialsQuery(getViewerId()), queryClient());
  return {
    usual: [...new Set([...data, ...MATERIALS])].slice(0, MAX_USUAL),
    isLoading,
  };
}

/** The choices before typing. Hidden until loaded, so that no button moves under a thumb. */
function Usual({ onChoose }: Pick<ChoicesProps, 'onChoose'>) {
  const { usual, isLoading } = useUsualMaterials();
  const choices = usual.map((value) => ({ value, name: materialName(value) }));
  return (
    <Choices
      label={t('compose.often')}
      choices={choices}
      isHidden={isLoading}
      onChoose={onChoose}
    />
  );
}

/** The text typed and the materials found, until one is chosen. */
function useTyped({ material, onChoose }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const found = typed === null ? [] : searchMaterials(typed, MAX_FOUND);
  const choose = (key: MaterialKey) => {
    setTyped(null);
    onChoose(key);
  };
  const type = (text: string) => {
    setTyped(text);
    const named = materialsNamed(text);
    onChoose((named.length === 1 && named[0]) || '');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key !== 'Enter' || !first) return;
    // Enter would submit the post.
    event.preventDefault();
    choose(first.value);
  };
  const onBlur = () => material && setTyped(null);
  const value = typed ?? (isMaterial(material) ? materialName(material) : '');
  return { typed, value, found, type, choose, onKeyDown, onBlur };
}

/** Finds the material of a listing by any of its names. */
export function MaterialField(props: Props) {
  const { typed, value, found, type, choose, onKeyDown, onBlur } = useTyped(props);
  return (
    <div className={styles.material}>
      <TextField
        label={t('listing.material')}
        hint={value === '' || value === typed ? t('compose.material_hint') : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        value={value}
        error={props.error}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => target.select()}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      <output className="visually-hidden">{found.map(({ name }) => name).join(', ')}</output>
      {found.length > 0 && <Choices label={t('compose.found')} choices={found} onChoose={choose} />}
      {value === '' && <Usual onChoose={choose} />}
    </div>
  );
}
