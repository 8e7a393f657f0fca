import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { initial } from './0001-initial.ts';
import { conversations } from './0002-conversations.ts';
import { requestHashes } from './0003-request-hashes.ts';
import { pastFollows } from './0004-past-follows.ts';
import { searchTerms } from './0005-search-terms.ts';
import { followsIndex } from './0006-follows-index.ts';
import { jobs } from './0007-jobs.ts';
import { erasedMembers } from './0008-erased-members.ts';
import { listings } from './0009-listings.ts';
import { alerts } from './0010-alerts.ts';
import { pickups } from './0011-pickups.ts';
import { listingWords } from './0012-listing-words.ts';
import { blocks } from './0013-blocks.ts';
import { staff } from './0014-staff.ts';
import { moderation } from './0015-moderation.ts';
import { publishing } from './0016-publishing.ts';
import { joining } from './0017-joining.ts';
import { passkeys } from './0018-passkeys.ts';
import { rights } from './0019-rights.ts';
import { personalTokens } from './0020-personal-tokens.ts';
import { imageDescriptions } from './0021-image-descriptions.ts';
import { notificationKinds } from './0022-notification-kinds.ts';
import { clockMarks } from './0023-clock-marks.ts';
import { correctedReports } from './0024-corrected-reports.ts';
import { repeatedReports } from './0026-repeated-reports.ts';
import { deletedGuides } from './0027-deleted-guides.ts';
import { messageKeys } from './0028-message-keys.ts';
import { notificationFacts } from './0029-notification-facts.ts';
import { deliveries } from './0030-deliveries.ts';
import { pushDevices } from './0031-push-devices.ts';
import { chases } from './0032-chases.ts';
import { notificationAges } from './0033-notification-ages.ts';
import { digests } from './0034-digests.ts';
import { sms } from './0036-sms.ts';
import { dailyEmails } from './0037-daily-emails.ts';
import { savedPosts } from './0038-saved-posts.ts';
import { calendars } from './0039-calendars.ts';
import { languages } from './0040-languages.ts';
import { guideLanguages } from './0041-guide-languages.ts';
import { phoneSignIn } from './0042-phone-sign-in.ts';
import { standingSupply } from './0043-standing-supply.ts';
import { season } from './0045-season.ts';
import { stewards } from './0046-stewards.ts';
import { memberImport } from './0047-import.ts';
import { machines } from './0048-machines.ts';
import { trips } from './0049-trips.ts';
import { bookingFacts } from './0050-booking-facts.ts';
import { movedPickups } from './0051-moved-pickups.ts';
import { writeProbes } from './0053-write-probes.ts';
import { failures } from './0054-failures.ts';
import { smsNumbers } from './0055-sms-numbers.ts';
import { sequences } from './0056-sequences.ts';

/**
 * All migrations, in order. One that was released is never changed. They only add: servers of the version before go on
 * reading while a new one migrates.
 */
export const migrations = (dialect: DialectName): Record<string, Migration> => ({
  '0001-initial': initial(dialect),
  '0002-conversations': conversations(dialect),
  '0003-request-hashes': requestHashes(),
  '0004-past-follows': pastFollows(dialect),
  '0005-search-terms': searchTerms(dialect),
  '0006-follows-index': followsIndex,
  '0007-jobs': jobs(dialect),
  '0008-erased-members': erasedMembers(dialect),
  '0009-listings': listings(dialect),
  '0010-alerts': alerts(dialect),
  '0011-pickups': pickups(dialect),
  '0012-listing-words': listingWords(dialect),
  '0013-blocks': blocks(dialect),
  '0014-staff': staff(dialect),
  '0015-moderation': moderation(dialect),
  '0016-publishing': publishing(dialect),
  '0017-joining': joining(dialect),
  '0018-passkeys': passkeys(dialect),
  '0019-rights': rights(dialect),
  '0020-personal-tokens': personalTokens(dialect),
  '0021-image-descriptions': imageDescriptions(),
  '0022-notification-kinds': notificationKinds(dialect),
  '0023-clock-marks': clockMarks(dialect),
  '0024-corrected-reports': correctedReports(),
  '0026-repeated-reports': repeatedReports(dialect),
  '0027-deleted-guides': deletedGuides(dialect),
  '0028-message-keys': messageKeys(),
  '0029-notification-facts': notificationFacts(dialect),
  '0030-deliveries': deliveries(dialect),
  '0031-push-devices': pushDevices(dialect),
  '0032-chases': chases(dialect),
  '0033-notification-ages': notificationAges(),
  '0034-digests': digests(dialect),
  '0036-sms': sms(dialect),
  '0037-daily-emails': dailyEmails(dialect),
  '0038-saved-posts': savedPosts(dialect),
  '0039-calendars': calendars(dialect),
  '0040-languages': languages,
  '0041-guide-languages': guideLanguages(dialect),
  '0042-phone-sign-in': phoneSignIn(dialect),
  '0043-standing-supply': standingSupply(dialect),
  '0045-season': season(dialect),
  '0046-stewards': stewards(dialect),
  '0047-import': memberImport(dialect),
  '0048-machines': machines(dialect),
  '0049-trips': trips(dialect),
  '0050-booking-facts': bookingFacts(dialect),
  '0051-moved-pickups': movedPickups(),
  '0053-write-probes': writeProbes(dialect),
  '0054-failures': failures(dialect),
  '0055-sms-numbers': smsNumbers(dialect),
  '0056-sequences': sequences(),
});
