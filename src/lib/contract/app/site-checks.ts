import { t } from '#lib/messages/t.ts';

/** What the site checks about itself. */
interface SiteCheck {
  /** what is wrong */
  problem: () => string;
  /** what to do */
  remedy: () => string;
  /** whether staff are notified by push alone, as emails may not go out */
  isPushOnly?: boolean;
  /** whether staff are notified just once, when it begins */
  isOnce?: boolean;
}

/** What the site checks about itself, in the order of the page for staff. */
export const SITE_CHECKS = {
  backup: { problem: () => t('server.backup'), remedy: () => t('server.backup_do') },
  backup_disk: {
    problem: () => t('server.backup_disk'),
    remedy: () => t('server.backup_disk_do'),
    isOnce: true,
  },
  disk: { problem: () => t('server.disk'), remedy: () => t('server.disk_do') },
  mail: { problem: () => t('server.mail'), remedy: () => t('server.mail_do'), isPushOnly: true },
  addresses: {
    problem: () => t('server.addresses'),
    remedy: () => t('server.addresses_do'),
    isPushOnly: true,
  },
  certificate: { problem: () => t('server.certificate'), remedy: () => t('server.certificate_do') },
  clock: { problem: () => t('server.clock'), remedy: () => t('server.clock_do') },
  address: { problem: () => t('server.address'), remedy: () => t('server.address_do') },
} as const satisfies Record<string, SiteCheck>;

export type SiteCheckName = keyof typeof SITE_CHECKS;

export const siteCheckOf = (name: SiteCheckName): SiteCheck => SITE_CHECKS[name];
