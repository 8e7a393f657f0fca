import type { ReactNode } from 'react';

import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';

import type { usePostDraft } from './use-post-draft.ts';

interface Props {
  draft: ReturnType<typeof usePostDraft>;
  /** what is wrong, per field */
  errors: Record<string, string>;
  /** at the start of a long title, so that it can be read */
  isCaretAtStart?: boolean;
  readOnly?: boolean;
  /** the fields of a listing come first */
  isSecond?: boolean;
  /** after the title */
  children?: ReactNode;
}

// They stay while one types.
const HINTS = {
  title: 'For example: 120 bundles of rice straw, dry',
  description: 'How much, where it is, and when it can be picked up',
};

/** Before it is focused. */
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
      label="Title"
      name="title"
      hint={HINTS.title}
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
      label="Description"
      name="description"
      hint={HINTS.description}
      rows={5}
      readOnly={readOnly}
      value={draft.values.description}
      error={errors['description']}
      onChange={({ target }) => draft.write({ description: target.value })}
    />
  </>
);
