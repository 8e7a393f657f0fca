import { type ReactNode, useRef, useState } from 'react';

import { PasswordField } from '#islands/ui/form/PasswordField.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { formatDate } from '#islands/ui/format/format-date.ts';
import { Icon, type IconPath } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';
import { CHANGE_PASSWORD_ID } from '#lib/contract/paths.ts';
import { nameWithoutPeriods } from '#lib/contract/people/names.ts';
import type { Profile } from '#lib/contract/people/profile.ts';
import { PHONE_DIGITS, toLocalNumber } from '#lib/contract/phone-numbers.ts';
import { t } from '#lib/messages/t.ts';

import { PROFILE_ICONS } from './profile-icons.ts';
import { type Save, SettingsForm, type SettingsProps } from './SettingsForm.tsx';

import styles from './Settings.module.css';

function PasswordForm({ profile, load }: SettingsProps) {
  return (
    <SettingsForm profile={profile} load={load}>
      {(errors) => (
        <>
          {/* Tells password managers whose password this is. */}
          <input
            autoComplete="username"
            value={profile.email ?? profile.sign_in_phone ?? ''}
            readOnly
            hidden
          />
          <PasswordField
            label={t('account.current_password')}
            name="old_password"
            autoComplete="current-password"
            error={errors['old_password']}
          />
          <PasswordField
            label={t('auth.new_password')}
            name="new_password"
            autoComplete="new-password"
            hint={t('account.password_hint')}
            error={errors['new_password']}
          />
          <PasswordField
            label={t('auth.confirm_password')}
            name="confirmation"
            autoComplete="new-password"
          />
        </>
      )}
    </SettingsForm>
  );
}

const toDigits = (typed: string) => toLocalNumber(typed).replaceAll(/\D/g, '');

/** Replaces an input’s value, leaving the caret before the same digits. */
function show(input: HTMLInputElement, digits: string): void {
  if (digits === input.value) return;
  const after = input.value.slice(input.selectionEnd ?? input.value.length).replaceAll(/\D/g, '');
  input.value = digits;
  const cursor = Math.max(digits.length - after.length, 0);
  input.setSelectionRange(cursor, cursor);
}

interface PhoneFieldProps {
  defaultValue: string;
  error: string | undefined;
}

/**
 * Accepts digits only, 11 at most, typed or pasted (docs/product.md, "Phone numbers"). Further digits are ignored,
 * but a pasted number that is too long gets an error.
 */
function PhoneField({ defaultValue, error }: PhoneFieldProps) {
  const taken = useRef(defaultValue);
  const [isRejected, setIsRejected] = useState(false);
  const take = (input: HTMLInputElement) => {
    const digits = toDigits(input.value);
    const before = toDigits(taken.current);
    const isTooLong = digits.length > PHONE_DIGITS && digits.length > before.length;
    if (!isTooLong) taken.current = digits;
    setIsRejected(isTooLong && digits.length > before.length + 1);
    show(input, isTooLong ? before : digits);
  };
  return (
    <TextField
      label={t('account.contact')}
      hint={t('account.phone_hint')}
      type="tel"
      name="phone_number"
      inputMode="numeric"
      autoComplete="tel"
      defaultValue={defaultValue}
      required
      error={isRejected ? PROFILE_MESSAGES.phone_too_short : error}
      onFocus={({ currentTarget }) => {
        taken.current = currentTarget.value;
      }}
      onInput={({ currentTarget }) => take(currentTarget)}
    />
  );
}

function PhoneForm({ profile, load }: SettingsProps) {
  return (
    <SettingsForm profile={profile} load={load}>
      {(errors) => (
        <PhoneField defaultValue={profile.contact_phone ?? ''} error={errors['phone_number']} />
      )}
    </SettingsForm>
  );
}

const fields = () =>
  [
    { label: t('account.first_name_label'), name: 'first_name', autoComplete: 'given-name' },
    { label: t('account.middle_name_label'), name: 'middle_name', autoComplete: 'additional-name' },
    { label: t('account.last_name_label'), name: 'last_name', autoComplete: 'family-name' },
  ] as const;

interface NameFieldProps {
  label: string;
  name: string;
  autoComplete: string;
  defaultValue: string;
  required: boolean;
  error: string | undefined;
}

/** A part of the name. If its only error is a period, a button saves the name without periods. */
function NameField(props: NameFieldProps) {
  const { defaultValue, error } = props;
  const [typed, setTyped] = useState(defaultValue);
  const offer = error === PROFILE_MESSAGES.name_characters ? nameWithoutPeriods(typed) : null;
  const accept = (button: HTMLButtonElement, name: string) => {
    const input = button.parentElement?.querySelector('input');
    if (!input) return;
    input.value = name;
    setTyped(name);
    // The button disappears after the press.
    input.focus();
    button.form?.requestSubmit();
  };
  return (
    <div className={styles.offered}>
      <TextField
        {...props}
        autoCapitalize="words"
        spellCheck={false}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {offer && (
        <button
          type="button"
          className="button quiet"
          onClick={({ currentTarget }) => accept(currentTarget, offer)}
        >
          {t('form.use', { name: offer })}
        </button>
      )}
    </div>
  );
}

function NameForm({ profile, load }: SettingsProps) {
  const until = profile.name_closed_until;
  if (until) return <p>{t('account.name_from', { day: formatDate(until) })}</p>;
  return (
    <SettingsForm profile={profile} load={load}>
      {(errors) =>
        fields().map((field) => (
          <NameField
            key={field.name}
            {...field}
            defaultValue={profile[field.name]}
            required={field.name !== 'middle_name'}
            error={errors[field.name]}
          />
        ))
      }
    </SettingsForm>
  );
}

/** Loads the code that sends a form, because few visitors save anything. */
const loadSave = async (name: 'name' | 'phone' | 'password'): Promise<Save> =>
  (await import('./save-settings.ts')).SAVES[name];

const settings = () => [
  {
    title: t('account.profile'),
    id: undefined,
    icon: PROFILE_ICONS.user,
    Form: NameForm,
    load: () => loadSave('name'),
  },
  {
    title: t('account.contact'),
    id: undefined,
    icon: PROFILE_ICONS.phone,
    Form: PhoneForm,
    load: () => loadSave('phone'),
  },
  {
    title: t('account.change_password'),
    id: CHANGE_PASSWORD_ID,
    icon: PROFILE_ICONS.lock,
    Form: PasswordForm,
    load: () => loadSave('password'),
  },
];

interface Props {
  /** accordions of one name open one at a time */
  name: string;
  /** of the content: a URL with this fragment opens it */
  id?: string | undefined;
  icon: IconPath;
  title: string;
  onOpen?: () => void;
  children: ReactNode;
}

const Accordion = ({ name, id, icon, title, onOpen, children }: Props) => (
  <details
    className={styles.accordion}
    name={name}
    onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
  >
    <summary className="focus-inside">
      <Icon path={icon} />
      <h3>{title}</h3>
      <span className={styles.mark}>
        <Icon path={ICONS.down} />
      </span>
    </summary>
    <div id={id} className={styles.inside}>
      {children}
    </div>
  </details>
);

/** The account settings. An outdated page offers to reload before anything is typed. */
export const Settings = ({ profile }: { profile: Profile }) => (
  <section className={styles.settings} aria-labelledby="settings">
    <h2 id="settings">{t('account.settings')}</h2>
    {settings().map(({ title, id, icon, Form, load }) => (
      <Accordion
        key={title}
        name="settings"
        id={id}
        icon={icon}
        title={title}
        onOpen={() => void load().catch(offerReload)}
      >
        <Form profile={profile} load={load} />
      </Accordion>
    ))}
  </section>
);
