import type { StoredAppointment } from '#lib/server/platform/db/schema.ts';

import { AMOUNT } from './amount.ts';
import { HALF_DAY } from './half-day.ts';
import type { Subject } from './subject.ts';

const SUBJECTS: Record<StoredAppointment['subject'], Subject> = {
  amount: AMOUNT,
  half_day: HALF_DAY,
};

export const subjectOf = ({ subject }: Pick<StoredAppointment, 'subject'>): Subject =>
  SUBJECTS[subject];
