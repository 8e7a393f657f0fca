import { onPageLoad } from '#lib/client/page/on-page-load.ts';

const TIMEOUT_MS = 30_000;

/** Solves a challenge in a worker. @returns challenge and solution, as JSON */
function solveInWorker(challenge: string): Promise<string> {
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener('error', reject);
    setTimeout(reject, TIMEOUT_MS);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

/**
 * Solves the form's challenge while it is filled in, so that staff need not review the application. If the browser
 * cannot, the form is sent without a solution.
 */
function solveChallengeOfPage(): void {
  const field = document.querySelector<HTMLInputElement>('[data-challenge]');
  const form = field?.form;
  if (!field || !form) return;
  let isOver = false;
  const solving = solveInWorker(field.dataset['challenge'] ?? '')
    .then((proof) => void (field.value = proof))
    .catch(() => null)
    .finally(() => (isOver = true));
  form.addEventListener('submit', (event) => {
    if (isOver) return;
    event.preventDefault();
    // Also stops the script of plain forms from sending it.
    event.stopPropagation();
    event.submitter?.setAttribute('aria-busy', 'true');
    void solving.then(() => form.requestSubmit());
  });
}

onPageLoad(solveChallengeOfPage);
