import { ERROR_STATUS, type ErrorCode } from '#lib/contract/error-codes.ts';
import { toId } from '#lib/contract/ids.ts';

/**
 * Why something asked for was not done, said to the person who asked. `pipeline/errors.ts` turns it into an
 * answer; everything else that is thrown is a fault of ours.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** what is wrong, per field of the input */
  readonly fields: Record<string, string> | undefined;
  /** seconds until it is worth trying again */
  readonly retryAfter: number | undefined;

  /**
   * @param code what kind of refusal
   * @param message a sentence that says what to do
   */
  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }

  /** The HTTP status it is answered with. */
  get status(): (typeof ERROR_STATUS)[ErrorCode] {
    return ERROR_STATUS[this.code];
  }
}

/** For a page or call that needs a member. */
export const unauthenticated = () => new AppError('not_signed_in', 'Please sign in to go on.');

/** For what is not there, or not for this person to know of. @param what e.g. `post` */
export const notFound = (what: string) =>
  new AppError('not_found', `This ${what} is not here any more.`);

const MINUTE = 60;
const HOUR = 3600;

function formatWait(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} seconds`;
  if (seconds <= MINUTE) return 'a minute';
  if (seconds <= 2 * HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`;
  return `${Math.ceil(seconds / HOUR)} hours`;
}

/** For too many tries in too short a time. @param seconds until the next may be made */
export function rateLimited(seconds: number): AppError {
  return new AppError(
    'too_many',
    `That was too often. Please try again in ${formatWait(seconds)}.`,
    {
      retryAfter: seconds,
    },
  );
}

/**
 * Reads what a page shows.
 * @param part of the page's address, which names it
 * @param read given the id
 * @returns null when the address names nothing, or what it names is refused
 */
export async function findByAddress<T>(
  part: string | undefined,
  read: (id: string) => Promise<T>,
): Promise<T | null> {
  const id = toId(part);
  try {
    return id ? await read(id) : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
