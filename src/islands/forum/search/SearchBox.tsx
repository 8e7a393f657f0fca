import { useStore } from '@nanostores/react';
import { type FormEvent, type SubmitEvent, useEffect, useRef } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { searchTerm } from '#lib/client/stores/search.ts';
import { t } from '#lib/messages/t.ts';
import { site } from '#lib/site.ts';

import styles from './SearchBox.module.css';

interface Props {
  /** the search rendered by the server */
  initialTerm?: string;
  /** called with the term, empty to clear it; without this prop the form leads to Explore */
  onSearch?: (term: string) => void;
}

/** A ref for the field, which is emptied when the search ends. Text typed before hydration stays. */
function useFieldOf(term: string) {
  const input = useRef<HTMLInputElement>(null);
  const searched = useRef(term);
  useEffect(() => {
    if (input.current && searched.current && term === '') input.current.value = '';
    searched.current = term;
  }, [term]);
  return input;
}

/** Searches members and posts. Also works before hydration. */
export function SearchBox({ initialTerm = '', onSearch }: Props) {
  const term = useStore(searchTerm, { ssr: () => initialTerm });
  const input = useFieldOf(term);
  const name = t('search.field', { site: site.name });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!onSearch) return;
    event.preventDefault();
    onSearch(input.current?.value.trim() ?? '');
  };
  const clear = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    if (currentTarget.value === '' && term) onSearch?.('');
  };
  return (
    <search>
      <form className={styles.search} action="/forums/explore" onSubmit={submit}>
        <button type="submit" aria-label={t('search.submit')}>
          <Icon path={ICONS.search} />
        </button>
        <input
          ref={input}
          type="search"
          name="search"
          defaultValue={term}
          placeholder={name}
          aria-label={name}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          onInput={clear}
        />
      </form>
    </search>
  );
}
