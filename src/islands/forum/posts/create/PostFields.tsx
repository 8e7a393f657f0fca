import type { ReactNode } from 'react';

import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { t } from '#lib/messages/t.ts';

import type { usePostDraft } from './use-post-draft.ts';

interface Props {
  draft: ReturnType<typeof usePostDraft>;
  /** what is wrong, per field */
  errors: Record<string, string>;
  /** shows the start of a long title instead of its end */
  isCaretAtStart?: boolean;
  readOnly?: boolean;
  /** the listing’s fields come before these */
  isSecond?: boolean;
  /** shown after the title */
  children?: ReactNode;
}

/** Runs before the field is focused. */
const putCaretAtStart = (input: HTMLInputElement | null) => input?.setSelectionRange(0, 0);

/** Title and description of a post. */
export const PostFields = ({
  draft,
  errors,
  isCaretAtStart,
  readOnly,
  isSecond,
  children,
}: Props) => (
  <>
    <TextField
      label={t('compose.title')}
      name="title"
      // Stays visible while typing.
      hint={t('compose.title_hint')}
      ref={isCaretAtStart ? putCaretAtStart : undefined}
      autoComplete="off"
      enterKeyHint="next"
      data-focus={isSecond ? undefined : ''}
      readOnly={readOnly}
      value={draft.values.title}
      error={errors['title']}
      onChange={({ target }) => draft.write({ title: target.value })}
    />
    {children}
    <TextArea
      label={t('compose.description')}
      name="description"
      hint={t('compose.description_hint')}
      rows={5}
      readOnly={readOnly}
      value={draft.values.description}
      error={errors['description']}
      onChange={({ target }) => draft.write({ description: target.value })}
    />
  </>
);
