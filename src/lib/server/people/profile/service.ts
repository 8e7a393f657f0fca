import { largestImageUrl } from '#lib/contract/images.ts';
import { PROFILE_CLOSED_DAYS } from '#lib/contract/moderation/moderation.ts';
import { ROLES } from '#lib/contract/people/members.ts';
import {
  type NameInput,
  nameProblem,
  OthersPhoneInput,
  PhoneInput,
  type Profile,
  type TownInput,
} from '#lib/contract/people/profile.ts';
import { updateMember } from '#lib/server/people/members/queries.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import {
  AppError,
  fieldError,
  unauthenticated,
  validationError,
} from '#lib/server/platform/errors.ts';
import { formatDay } from '#lib/server/platform/format-day.ts';
import {
  deleteImagesQuietly,
  storeImage,
  transactWithImages,
  type UploadedImage,
} from '#lib/server/platform/images/service.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';

import {
  findContactPhone,
  findLastRemoval,
  findProfile,
  findSuspension,
  type ProfileRow,
} from './queries.ts';

const CLOSED_MS = PROFILE_CLOSED_DAYS * 86_400_000;

/** The fields that other members see with everything the member wrote. */
type ShownField = 'avatar' | 'name';

/** @returns when the member can change a removed field again; null if staff did not remove it, or allowed a new one */
async function findEnd(ctx: Ctx, db: Executor, field: ShownField): Promise<number | null> {
  const since = ctx.now() - CLOSED_MS;
  const removedAt = await findLastRemoval(db, {
    memberId: requireViewer(ctx).id,
    kind: field,
    since,
  });
  return removedAt === undefined ? null : removedAt + CLOSED_MS;
}

/** Rejects a new photo or name shortly after staff removed one: it must not come back at once. */
async function requireOpen(ctx: Ctx, db: Executor, field: ShownField): Promise<void> {
  const end = await findEnd(ctx, db, field);
  if (end !== null) throw new AppError(`${field}_closed`, { value: formatDay(end) });
}

/** @returns until when the viewer cannot change photo and name; a suspension counts, too */
async function listClosedFields(
  ctx: Ctx,
): Promise<Pick<Profile, 'avatar_closed_until' | 'name_closed_until'>> {
  const suspension = (await findSuspension(ctx.db, requireViewer(ctx).id, ctx.now())) ?? 0;
  const latest = async (field: ShownField) =>
    Math.max(suspension, (await findEnd(ctx, ctx.db, field)) ?? 0);
  const [avatar, name] = [await latest('avatar'), await latest('name')];
  return {
    ...(avatar > 0 && { avatar_closed_until: new Date(avatar).toISOString() }),
    ...(name > 0 && { name_closed_until: new Date(name).toISOString() }),
  };
}

async function getOwnRow(db: Executor, id: string): Promise<ProfileRow> {
  const row = await findProfile(db, id);
  if (!row) throw unauthenticated();
  return row;
}

export async function getProfile(ctx: Ctx): Promise<Profile> {
  const row = await getOwnRow(ctx.db, requireViewer(ctx).id);
  return {
    ...(await listClosedFields(ctx)),
    account_id: row.id,
    first_name: row.first_name,
    middle_name: row.middle_name,
    last_name: row.last_name,
    role: ROLES[row.role],
    email: row.email,
    sign_in_phone: row.sign_in_phone,
    claimed_phone: row.claimed_phone === row.sign_in_phone ? null : row.claimed_phone,
    contact_phone: row.contact_phone,
    birthdate: row.birthdate,
    joined_date: new Date(row.joined_at).toISOString(),
    profile_picture: row.avatar_key && largestImageUrl(row.avatar_key),
    town: row.town,
  };
}

export const LIMITS = defineLimits({
  edit: { what: "a member's changes of posts, name and town", points: 60, seconds: 600 },
  // The notification settings show the SMS state of a number: this limits looking up many numbers.
  changePhoneHour: {
    what: "a member's changes of their phone number in an hour",
    points: 5,
    seconds: 3600,
  },
  changePhone: { what: "a member's changes of their phone number", points: 10, seconds: 86_400 },
  changeAvatar: { what: "a member's new avatars", points: 20, seconds: 600 },
});

/** Changes the viewer's name. */
export async function updateName(ctx: Ctx, name: NameInput): Promise<Profile> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.edit, id);
  await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
    // Other members see the name with everything the member wrote.
    await lockViewer(ctx, tx);
    await requireOpen(ctx, tx, 'name');
    const current = await getOwnRow(tx, id);
    const problem = nameProblem(name, current);
    if (problem === 'middle_name_required') throw fieldError('middle_name', problem);
    if (problem) throw new AppError(problem);
    await updateMember(tx, id, { ...name, middle_name: name.middle_name ?? current.middle_name });
    await ctx.notify(tx, { event: 'member_changed', memberId: id });
  });
  return getProfile(ctx);
}

/** Changes the viewer's phone number. */
export async function updatePhone(ctx: Ctx, { phone_number }: PhoneInput): Promise<Profile> {
  const { id, stewardId } = requireViewer(ctx);
  // Counted per person whom a steward looks after: all of them may get a number on one day.
  await ctx.limits.consume(LIMITS.changePhoneHour, id);
  await ctx.limits.consume(LIMITS.changePhone, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    // A suspended member can change their own profile, but no one else's.
    await lockViewer(ctx, tx, { allowsSuspended: stewardId === undefined });
    const { contact_phone } = await getOwnRow(tx, id);
    if (contact_phone === phone_number) throw fieldError('phone_number', 'no_changes');
    await updateMember(tx, id, { contact_phone: phone_number });
  });
  return getProfile(ctx);
}

/** Saves the phone number of a member who has none, from a form with a field for it. */
export async function savePhone(ctx: Ctx, form: URLSearchParams): Promise<void> {
  const phone_number = form.get('phone_number');
  const { id, stewardId } = requireViewer(ctx);
  // Only the member can change an existing number: a steward submits this form, too.
  if (phone_number === null || (await findContactPhone(ctx.db, id))) return;
  const input = stewardId === undefined ? PhoneInput : OthersPhoneInput;
  const { data, error } = input.safeParse({ phone_number });
  if (error) throw validationError(error.issues);
  await updatePhone(ctx, data).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError && thrown.code === 'no_changes')) throw thrown;
  });
}

/** Removes the viewer's birthdate; repeating changes nothing. */
export async function removeBirthdate(ctx: Ctx): Promise<Profile> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.edit, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await updateMember(tx, id, { birthdate: null });
  });
  return getProfile(ctx);
}

/** Changes the viewer's town, from which distances are measured. */
export async function updateTown(ctx: Ctx, { town }: TownInput): Promise<Profile> {
  const { id } = requireViewer(ctx);
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
  await ctx.limits.consume(LIMITS.edit, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await updateMember(tx, id, { town });
  });
  return getProfile(ctx);
}

async function storeAvatar(ctx: Ctx, upload: UploadedImage): Promise<string> {
  try {
    return await storeImage(ctx, upload, 'avatar');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unsupported_image_type') throw error;
    throw new AppError('unsupported_avatar_type');
  }
}

/** Replaces the viewer's avatar. */
export async function updateAvatar(ctx: Ctx, upload: UploadedImage | null): Promise<Profile> {
  const { id } = requireViewer(ctx);
  if (!upload) throw new AppError('image_required');
  await requireOpen(ctx, ctx.db, 'avatar');
  await ctx.limits.consume(LIMITS.changeAvatar, id);
  const key = await storeAvatar(ctx, upload).catch(async (error: unknown) => {
    // Rejected images do not count.
    if (error instanceof AppError) await ctx.limits.refund(LIMITS.changeAvatar, id);
    throw error;
  });
  const previousKey = await transactWithImages(
    ctx,
    [key],
    { invalidates: ['posts'] },
    async (tx) => {
      await lockViewer(ctx, tx);
      await requireOpen(ctx, tx, 'avatar');
      const { avatar_key } = await getOwnRow(tx, id);
      await updateMember(tx, id, { avatar_key: key });
      await ctx.notify(tx, { event: 'member_changed', memberId: id });
      return avatar_key;
    },
  );
  if (previousKey) await deleteImagesQuietly(ctx, [previousKey]);
  return getProfile(ctx);
}
