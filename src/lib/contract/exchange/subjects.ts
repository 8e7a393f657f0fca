// What appointments may be of, and what holds of all of a subject: a row for each. What they take is the server's
// (`appointments/subjects/`). Without Zod.

/** An amount of a listing, or a half day of a machine. */
export const SUBJECTS = ['amount', 'half_day'] as const;
export type Subject = (typeof SUBJECTS)[number];

interface Traits {
  /** at whose place it is: they say where exactly */
  host: 'owner' | 'requester';
  /** whether something is handed over, of which the two report how much: what has no figures is done once its day is over */
  hasFigures: boolean;
}

const TRAITS: Record<Subject, Traits> = {
  amount: { host: 'owner', hasFigures: true },
  // The machine comes to who asks for it.
  half_day: { host: 'requester', hasFigures: false },
};

interface OfSubject {
  subject: Subject;
}

/** Whether one of the two of an appointment is who says where exactly. */
export const isHost = ({ subject }: OfSubject, isOwner: boolean): boolean =>
  isOwner === (TRAITS[subject].host === 'owner');

/** Whether something is handed over by an appointment, of which the two report how much. */
export const hasFigures = ({ subject }: OfSubject): boolean => TRAITS[subject].hasFigures;

/** @returns the subjects of which that holds */
const subjectsOf = (holds: (of: OfSubject) => boolean): Subject[] =>
  SUBJECTS.filter((subject) => holds({ subject }));

/** Those at the owner's place. */
export const OF_OWNERS = subjectsOf((of) => isHost(of, true));
export const WITH_FIGURES = subjectsOf(hasFigures);
