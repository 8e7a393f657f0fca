// The subjects of appointments and their traits. What each reserves is in the server's `appointments/subjects/`.
// Without Zod.

/** An amount of a listing, or a half day of a machine. */
export const SUBJECTS = ['amount', 'half_day'] as const;
export type Subject = (typeof SUBJECTS)[number];

interface Traits {
  /** the member at whose place it happens, who names the exact place */
  host: 'owner' | 'requester';
  /** whether something is handed over, whose amount both members report; otherwise it counts as done after its day */
  hasFigures: boolean;
}

const TRAITS: Record<Subject, Traits> = {
  amount: { host: 'owner', hasFigures: true },
  // The machine comes to the requester.
  half_day: { host: 'requester', hasFigures: false },
};

interface OfSubject {
  subject: Subject;
}

/** Whether a member of an appointment is the one who names the exact place. */
export const isHost = ({ subject }: OfSubject, isOwner: boolean): boolean =>
  isOwner === (TRAITS[subject].host === 'owner');

/** Whether an appointment hands something over, whose amount both members report. */
export const hasFigures = ({ subject }: OfSubject): boolean => TRAITS[subject].hasFigures;

const subjectsOf = (holds: (of: OfSubject) => boolean): Subject[] =>
  SUBJECTS.filter((subject) => holds({ subject }));

/** The subjects that take place at the owner's. */
export const OF_OWNERS = subjectsOf((of) => isHost(of, true));
export const WITH_FIGURES = subjectsOf(hasFigures);
