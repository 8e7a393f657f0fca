import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import type { PostInput } from '#lib/contract/posts.ts';

import type { usePostDraft } from './use-post-draft.ts';

interface Props {
  draft: ReturnType<typeof usePostDraft>;
  /** what is wrong, per field */
  errors: Record<string, string>;
  placeholders?: PostInput;
  readOnly?: boolean;
}

/** Title and description of a post. */
export const PostFields = ({ draft, errors, placeholders, readOnly }: Props) => (
  <>
    <TextField
      label="Title"
      name="title"
      placeholder={placeholders?.title}
      autoComplete="off"
      enterKeyHint="next"
      data-focus
      readOnly={readOnly}
      value={draft.values.title}
      error={errors['title']}
      onChange={({ target }) => draft.write({ title: target.value })}
    />
    <TextArea
      label="Description"
      name="description"
      placeholder={placeholders?.description}
      rows={5}
      readOnly={readOnly}
      value={draft.values.description}
      error={errors['description']}
      onChange={({ target }) => draft.write({ description: target.value })}
    />
  </>
);
