import type { StoredAppointment } from '#lib/server/platform/db/schema.ts';

import { AMOUNT_SUBJECT } from './amount.ts';
import { HALF_DAY_SUBJECT } from './half-day.ts';
import type { Subject } from './subject.ts';

const SUBJECTS: Record<StoredAppointment['subject'], Subject> = {
  amount: AMOUNT_SUBJECT,
  half_day: HALF_DAY_SUBJECT,
};

export const subjectOf = ({ subject }: Pick<StoredAppointment, 'subject'>): Subject =>
  SUBJECTS[subject];
