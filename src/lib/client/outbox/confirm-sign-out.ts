import { deleteUnsent } from './outbox-store.ts';
import { describeUnsent } from './unsent.ts';

/** @returns whether the member signs out all the same */
async function confirmLoss(loss: string): Promise<boolean> {
  const dialog = document.querySelector<HTMLDialogElement>('[data-sign-out-question]');
  const sentence = dialog?.querySelector('[data-loss]');
  if (!dialog || !sentence) return true;
  sentence.textContent = loss;
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  return dialog.returnValue === 'log-out';
}

/**
 * Deletes what a member has not sent, after asking.
 * @returns whether the member signs out
 */
export async function confirmSignOut(accountId: string): Promise<boolean> {
  const loss = await describeUnsent(accountId);
  if (loss && !(await confirmLoss(loss))) return false;
  await deleteUnsent(accountId);
  return true;
}
