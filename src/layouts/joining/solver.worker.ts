import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** @returns challenge and solution, as JSON */
async function solve(text: string): Promise<string> {
  const challenge = JSON.parse(text) as Challenge;
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

addEventListener('message', ({ data }: MessageEvent<string>) => {
  // An unhandled rejection would not reach the page; a reported error does.
  solve(data).then(
    (proof) => postMessage(proof),
    (error: unknown) => reportError(error),
  );
});
