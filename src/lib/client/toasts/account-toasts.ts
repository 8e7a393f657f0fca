import { errorSentence } from '#lib/client/http/error-message.ts';

import type { ErrorToast } from './error-toast.ts';

/** How the profile page shows errors. */
export const accountErrorToast: ErrorToast = { area: 'AppToast', toMessage: errorSentence };
