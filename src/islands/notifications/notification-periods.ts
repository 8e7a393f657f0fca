import type { Notification } from '#lib/contract/notifications/notifications.ts';
import { t } from '#lib/messages/t.ts';
import { regionDay } from '#lib/site.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

export interface NotificationGroup {
  /** the text of the heading */
  period: string;
  notifications: Notification[];
}

/** By days in the site’s region: this week is today and the six days before. */
function periodOf({ date }: Notification, now: number): string {
  const [day, today] = [regionDay(Date.parse(date)), regionDay(now)];
  const days = (Date.parse(today) - Date.parse(day)) / DAY_MS;
  if (days <= 0) return t('bell.today');
  return days < WEEK_DAYS ? t('bell.week') : t('bell.earlier');
}

/**
 * Groups notifications under headings, keeping their order.
 * @param notifications newest first
 * @param now milliseconds since 1970
 */
export function groupByPeriod(notifications: Notification[], now: number): NotificationGroup[] {
  const groups: NotificationGroup[] = [];
  for (const each of notifications) {
    const period = periodOf(each, now);
    const last = groups.at(-1);
    if (last?.period === period) last.notifications.push(each);
    else groups.push({ period, notifications: [each] });
  }
  return groups;
}
