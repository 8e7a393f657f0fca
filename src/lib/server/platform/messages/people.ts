import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { MAX_FOLLOWING } from '#lib/contract/forum/follows.ts';
import { MAX_BLOCKS } from '#lib/contract/people/blocks.ts';
import { MAX_PASSKEYS } from '#lib/contract/people/passkeys.ts';
import { RESET_CODE } from '#lib/contract/people/password-reset.ts';
import { MAX_PASSWORD } from '#lib/contract/people/passwords.ts';
import { MAX_TOKENS } from '#lib/contract/people/personal-tokens.ts';
import { intlLocales, t } from '#lib/messages/t.ts';

const inDigits = (n: number): string => n.toLocaleString(intlLocales('en'));

/** What is wrong with an account, and how it is entered, in the language of the request. */
export const PEOPLE_MESSAGES = {
  get about_required() {
    return t('error.about_required');
  },
  get agreement_required() {
    return t('error.agreement_required');
  },
  get code_required() {
    return t('error.code_required');
  },
  get common_password() {
    return t('error.common_password');
  },
  get confirmation_required() {
    return t('error.confirmation_required');
  },
  get consent_document_invalid() {
    return t('error.consent_document_invalid');
  },
  get consent_required() {
    return t('error.consent_required');
  },
  get email_change_expired() {
    return t('error.email_change_expired');
  },
  get email_invalid() {
    return t('error.email_invalid');
  },
  get email_required() {
    return t('error.email_required');
  },
  get email_too_long() {
    return t('error.email_too_long');
  },
  get export_not_found() {
    return t('error.export_not_found');
  },
  get internal() {
    return t('error.internal');
  },
  get invalid() {
    return t('error.invalid');
  },
  get invalid_csrf_token() {
    return t('error.invalid_csrf_token');
  },
  get invitation_not_found() {
    return t('error.invitation_not_found');
  },
  get join_link_expired() {
    return t('error.join_link_expired');
  },
  get malformed_url() {
    return t('error.malformed_url');
  },
  get member_not_found() {
    return t('error.member_not_found');
  },
  get middle_name_required() {
    return t('error.middle_name_required');
  },
  get name_characters() {
    return t('error.name_characters');
  },
  get name_required() {
    return t('error.name_required');
  },
  get name_too_long() {
    return t('error.name_too_long');
  },
  get name_too_short() {
    return t('error.name_too_short');
  },
  get no_changes() {
    return t('error.no_changes');
  },
  get page_not_found() {
    return t('error.page_not_found');
  },
  get passkey_exists() {
    return t('error.passkey_exists');
  },
  get passkey_invalid() {
    return t('error.passkey_invalid');
  },
  get passkey_name_required() {
    return t('error.passkey_name_required');
  },
  get passkey_not_found() {
    return t('error.passkey_not_found');
  },
  get passkey_rejected() {
    return t('error.passkey_rejected');
  },
  get passkeys_unavailable() {
    return t('error.passkeys_unavailable');
  },
  get password_link_expired() {
    return t('error.password_link_expired');
  },
  get password_required() {
    return t('error.password_required');
  },
  get password_unchanged() {
    return t('error.password_unchanged');
  },
  get password_unprintable() {
    return t('error.password_unprintable');
  },
  get password_weak() {
    return t('error.password_weak');
  },
  get passwords_required() {
    return t('error.passwords_required');
  },
  get phone_invalid() {
    return t('error.phone_invalid');
  },
  get phone_required() {
    return t('error.phone_required');
  },
  get phone_too_short() {
    return t('error.phone_too_short');
  },
  get policy_changed() {
    return t('error.policy_changed');
  },
  get registration_closed() {
    return t('error.registration_closed');
  },
  get reset_expired() {
    return t('error.reset_expired');
  },
  get role_required() {
    return t('error.role_required');
  },
  get self_block() {
    return t('error.self_block');
  },
  get self_follow() {
    return t('error.self_follow');
  },
  get session_not_found() {
    return t('error.session_not_found');
  },
  get staff_not_blockable() {
    return t('error.staff_not_blockable');
  },
  get storage_full() {
    return t('error.storage_full');
  },
  get token_exists() {
    return t('error.token_exists');
  },
  get token_name_required() {
    return t('error.token_name_required');
  },
  get token_not_found() {
    return t('error.token_not_found');
  },
  get token_scope_invalid() {
    return t('error.token_scope_invalid');
  },
  get unauthenticated() {
    return t('error.unauthenticated');
  },
  get unavailable() {
    return t('error.unavailable');
  },
  get unsupported_avatar_type() {
    return t('error.unsupported_avatar_type');
  },
  get viewer_mismatch() {
    return t('error.viewer_mismatch');
  },
  get wrong_code() {
    return t('error.wrong_code');
  },
  get wrong_credentials() {
    return t('error.wrong_credentials');
  },
  get wrong_current_password() {
    return t('error.wrong_current_password');
  },
  get too_many_passkeys() {
    return t('error.too_many_passkeys', { maximum: MAX_PASSKEYS });
  },
  get too_many_tokens() {
    return t('error.too_many_tokens', { maximum: MAX_TOKENS });
  },
  get too_many_blocks() {
    return t('error.too_many_blocks', { maximum: inDigits(MAX_BLOCKS) });
  },
  get too_many_follows() {
    return t('error.too_many_follows', { maximum: inDigits(MAX_FOLLOWING) });
  },
  get password_too_long() {
    return t('error.password_too_long', { maximum: MAX_PASSWORD });
  },
  get malformed_code() {
    return t('error.malformed_code', { digits: RESET_CODE.digits });
  },
} satisfies Partial<Record<ErrorCode, string>>;
