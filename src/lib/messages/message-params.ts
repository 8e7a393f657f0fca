// Written by `node scripts/messages.ts`.

/** What messages show, by key; one that shows nothing is left out. */
export interface MessageParams {
  'auth.asked_shared': { title: string | number };
  'auth.code_from_email': { digits: string | number };
  'auth.code_lead': { minutes: string | number };
  'auth.code_to_email': { digits: string | number; email: string | number };
  'auth.new_here': { community: string | number };
  'auth.resend_in': { seconds: string | number };
  'email.code_asked': { site: string | number };
  'email.code_how': { minutes: string | number };
  'email.code_secret': { community: string | number };
  'email.code_subject': { site: string | number };
  'email.hello': { name: string | number };
  'email.signature': { community: string | number; region: string | number };
  'error.malformed_code': { digits: string | number };
  'error.password_too_long': { maximum: string | number };
  'error.rate_limited': { amount: string | number; unit: string };
  'error.too_many_blocks': { maximum: string | number };
  'error.too_many_follows': { maximum: string | number };
  'error.too_many_passkeys': { maximum: string | number };
  'error.too_many_tokens': { maximum: string | number };
  'form.show': { label: string | number };
  'form.use': { name: string | number };
  'join.agree': { title: string | number; version: string | number };
  'join.bad_confirm_text': { email: string | number };
  'join.bad_password_text': { hours: string | number };
  'join.choose_password': { email: string | number };
  'join.email_or_read': { address: string | number };
  'join.invited_text': { community: string | number };
  'join.outside': { region: string | number };
  'join.staff_reads': { community: string | number };
  'join.welcome': { name: string | number };
  'landing.audiences': { name: string | number };
  'landing.explore': { name: string | number };
  'landing.forum_text': { region: string | number };
  'landing.join': { name: string | number };
  'landing.kg': { kg: string | number };
  'landing.more_offers': { count: number; region: string | number; towns: number };
  'landing.offers': { count: number; region: string | number; towns: number };
  'landing.pickups_at_least': { towns: number };
  'landing.see_available': { region: string | number };
  'passkey.demo_only': { address: string | number };
  'shell.data_saver': { state: string };
  'shell.slot_to_do': { count: string | number; name: string | number };
  'unsent.comment': { count: number };
  'unsent.guide': { count: number };
  'unsent.report': { count: number };
  'unsent.sentence': { things: string | number };
  'unsent.update': { count: number };
  'unsent.waiting': { count: string | number };
}
