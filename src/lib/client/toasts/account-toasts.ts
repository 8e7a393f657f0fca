import { errorSentence } from '#lib/client/http/error-sentence.ts';

import type { ErrorToast } from './error-toast.ts';

/** How the profile page shows errors. */
export const accountErrorToast: ErrorToast = { area: 'AppToast', toMessage: errorSentence };
