// The texts that depend on the subject of an appointment: an amount of material, or a half day of a machine.
import type { IconName } from '#layouts/icons.ts';
import type { Appointment } from '#lib/contract/exchange/appointments.ts';
import { amountText, materialName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { capitalize, repeatText } from '#lib/contract/exchange/listings/listing-texts.ts';
import {
  halfText,
  machineName,
  workPriceText,
  workText,
} from '#lib/contract/exchange/machine-texts.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { t } from '#lib/messages/t.ts';

export interface Words {
  title: string;
  /** the part of the day, for a half day */
  part?: string;
  icon: IconName;
  /** what the viewer does */
  role: string;
  amount: string;
  facts: string[];
  warning: string | null;
  /** what agreeing means, unless the card says it */
  agreement: string | null;
}

export const materialText = ({ material }: Pick<Appointment, 'material'>): string =>
  material !== null && isMaterial(material) ? materialName(material) : (material ?? '');

function ofAmount(appointment: Appointment): Words {
  const { title, role, standing, amount, unit } = appointment;
  const material = materialText(appointment);
  return {
    title: title ?? material,
    icon: 'sheaf',
    role: t('pickup.role', { role }),
    amount: amount === null || unit === null ? t('pickup.all_of_it') : amountText(amount, unit),
    facts: [
      ...(standing ? [capitalize(repeatText(standing))] : []),
      ...(title === null ? [] : [material]),
    ],
    warning: null,
    agreement: amount === null ? t('pickup.for_all') : null,
  };
}

function ofHalfDay(appointment: Appointment): Words {
  const { is_owner: isOwner, is_taken: isTaken, price_centavos } = appointment;
  const [unit, part] = [appointment.unit ?? '', halfText(appointment.half ?? '')];
  const taken = isOwner ? t('pickup.half_day_taken_owner') : t('pickup.half_day_taken');
  return {
    title: `${machineName(appointment.machine ?? '')}, ${part}`,
    part,
    icon: 'truck',
    role: t('pickup.role', { role: isOwner ? 'machine' : 'asks' }),
    amount: workText(appointment.amount ?? 0, unit),
    facts: [workPriceText(price_centavos, unit)],
    warning: isTaken ? taken : null,
    agreement: t('pickup.half_day_agree'),
  };
}

const WORDS: Record<Appointment['subject'], (appointment: Appointment) => Words> = {
  amount: ofAmount,
  half_day: ofHalfDay,
};

export const wordsOf = (appointment: Appointment): Words => WORDS[appointment.subject](appointment);
