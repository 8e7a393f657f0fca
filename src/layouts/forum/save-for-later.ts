// Makes the button of a listing's page save at once, even offline, like the menu of a post.
import { trackAction } from '#lib/client/drafts/unsaved-input.ts';
import type { Saveable } from '#lib/client/forum/saved-posts.ts';
import { t } from '#lib/messages/t.ts';

function show(form: HTMLElement, post: Saveable): void {
  form.dataset['saveForLater'] = JSON.stringify(post);
  const label = form.querySelector('[data-save-label]');
  if (label) label.textContent = post.is_saved ? t('post.remove_saved') : t('post.save');
}

async function toggle(form: HTMLElement, post: Saveable): Promise<void> {
  show(form, { ...post, is_saved: !post.is_saved });
  try {
    const { toggleSaved } = await import('#lib/client/forum/saved-posts.ts');
    await toggleSaved(post);
  } catch {
    show(form, post);
  }
}

document.addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLElement;
    const post = form.dataset['saveForLater'];
    if (!post) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void trackAction(toggle(form, JSON.parse(post) as Saveable));
  },
  true,
);
