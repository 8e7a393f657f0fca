// The switches of groups of kinds. They are no settings of their own: their state is read off those of the kinds.
import {
  type Channel,
  DIGEST_CHOICES,
  type DigestChoice,
  GROUP_NAMES,
  GROUP_SWITCHES,
  type GroupSwitch,
  isOffered,
  isOnByDefault,
  NOTIFICATION_GROUPS,
  type NotificationGroup,
  type NotificationKind,
  SWITCH_NAMES,
  type SwitchState,
} from '#lib/contract/notifications/notification-kinds.ts';
import type {
  NotificationSettings,
  NotificationSettingsInput,
} from '#lib/contract/notifications/notification-settings.ts';
import type { ChannelChoiceTable, Executor } from '#lib/server/platform/db/schema.ts';

import { changeSettings, listOwnChoices, setChoices } from './channels/reach-queries.ts';
import { type Choices, isOn } from './choices.ts';
import { listHiddenKinds, setHiddenKinds } from './inbox/queries.ts';

interface Covered {
  kind: NotificationKind;
  channel: Channel;
}

/** What a switch turns on and off; nothing where the group has the digest alone. */
const coveredBy = (group: NotificationGroup, name: GroupSwitch): Covered[] =>
  NOTIFICATION_GROUPS[group].flatMap((kind: NotificationKind) =>
    GROUP_SWITCHES[name]
      .filter((channel) => isOffered(kind, channel))
      .map((channel) => ({ kind, channel })),
  );

/** The settings that the states of the switches depend on. */
interface Chosen {
  choices: Choices;
  hidden: ReadonlySet<string>;
  hasSms: boolean;
  digest: DigestChoice;
}

/** The state of a switch: what a member hides is sent nowhere. */
function stateOf(
  { choices, hidden, hasSms, digest }: Chosen,
  group: NotificationGroup,
  name: GroupSwitch,
): SwitchState {
  const covered = coveredBy(group, name).filter(({ channel }) => channel !== 'sms' || hasSms);
  if (covered.length === 0) return digest === 'never' ? 'off' : 'on';
  const isSent = ({ kind, channel }: Covered) =>
    !hidden.has(kind) && isOn(choices, kind, channel) === true;
  // The default of SMS varies, so that only a choice keeps them off.
  const isOff = (each: Covered) =>
    each.channel === 'sms' ? choices.chosen(each.kind, 'sms') === false : !isSent(each);
  if (covered.every(isOff)) return 'off';
  const isDefault = (each: Covered) => isSent(each) === choices.byDefault(each.kind, each.channel);
  return covered.every(isDefault) ? 'on' : 'mixed';
}

/** @returns the states of all switches */
export const readGroups = (chosen: Chosen): NotificationSettings['groups'] =>
  Object.fromEntries(
    GROUP_NAMES.map((group) => [
      group,
      Object.fromEntries(SWITCH_NAMES.map((name) => [name, stateOf(chosen, group, name)])),
    ]),
  ) as NotificationSettings['groups'];

/** The choices that turn a switch off. */
const offRows = (member_id: string, covered: Covered[]): ChannelChoiceTable[] =>
  covered
    .filter(({ kind, channel }) => isOnByDefault(kind, channel))
    .map(({ kind, channel }) => ({ member_id, kind, channel, is_on: 0 }));

async function turnSwitch(
  tx: Executor,
  memberId: string,
  { group, name, isOn: isTurnedOn }: { group: NotificationGroup; name: GroupSwitch; isOn: boolean },
): Promise<void> {
  const covered = coveredBy(group, name);
  const isCovered = (row: Covered) =>
    covered.some(({ kind, channel }) => kind === row.kind && channel === row.channel);
  const others = (await listOwnChoices(tx, memberId)).filter((row) => !isCovered(row));
  const unchanged = others.map((row) => Object.assign({ member_id: memberId }, row));
  await setChoices(
    tx,
    memberId,
    isTurnedOn ? unchanged : [...unchanged, ...offRows(memberId, covered)],
  );
  if (!isTurnedOn) return;
  // What is hidden would be sent nowhere.
  const shown = new Set<string>(
    covered.filter(({ kind, channel }) => isOnByDefault(kind, channel)).map(({ kind }) => kind),
  );
  const hidden = await listHiddenKinds(tx, memberId);
  await setHiddenKinds(
    tx,
    memberId,
    hidden.filter((kind) => !shown.has(kind)),
  );
}

/** Turns switches on or off. @param digest the present choice @param now milliseconds since 1970 */
export async function turnSwitches(
  tx: Executor,
  memberId: string,
  groups: NonNullable<NotificationSettingsInput['groups']>,
  { digest, now }: { digest: DigestChoice; now: number },
): Promise<void> {
  for (const group of GROUP_NAMES)
    for (const name of SWITCH_NAMES) {
      const isTurnedOn = groups[group]?.[name];
      if (isTurnedOn === undefined) continue;
      if (coveredBy(group, name).length > 0)
        await turnSwitch(tx, memberId, { group, name, isOn: isTurnedOn });
      else if (isTurnedOn !== (digest !== 'never'))
        await changeSettings(tx, memberId, {
          digest: isTurnedOn ? DIGEST_CHOICES[0] : 'never',
          digest_since: now,
        });
    }
}
