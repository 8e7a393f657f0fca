import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';

import { TextField } from '#islands/ui/form/TextField.tsx';
import { toListingDraft } from '#lib/client/drafts/listing-draft.ts';
import { putListingMutation } from '#lib/client/exchange/listing-mutations.ts';
import { enterHarvest, nextQuestionsQuery } from '#lib/client/exchange/next-questions.ts';
import { errorMessage, fieldErrors } from '#lib/client/http/api-error.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { mondayOf } from '#lib/contract/days.ts';
import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import type { NextQuestions as Questions } from '#lib/contract/exchange/next-questions.ts';
import { REPEAT_WEEKS, weekdayOf } from '#lib/contract/exchange/rounds.ts';
import type { HarvestInput } from '#lib/contract/exchange/season.ts';
import { t } from '#lib/messages/t.ts';
import { regionDay } from '#lib/site.ts';

import chips from '#islands/ui/form/ChipField.module.css';
import styles from './NextQuestions.module.css';

type Name = keyof Questions;
// The first is about the listing as it is, the last about the next one.
const ORDER: Name[] = ['weeks_ahead', 'harvest', 'can_repeat'];

// Without storage, the next listing is not the first, so that the question does not come again either.
const SEEN = 'harvest-question';
const isSeen = (): boolean => globalThis.localStorage?.getItem(SEEN) === 'seen';

interface QuestionProps {
  title: string;
  /** what was done, in place of the question */
  done: string | null;
  error: Error | null;
  onNo: () => void;
  children: ReactNode;
}

/** A question with its presses; the last one is always “no”. */
function Question({ title, done, error, onNo, children }: QuestionProps) {
  const id = useId();
  if (done) return <output className={styles.done}>{done}</output>;
  return (
    <section className={styles.question} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className={chips.chips}>
        {children}
        <button type="button" onClick={onNo}>
          {t('next.no')}
        </button>
      </div>
      {error && Object.keys(fieldErrors(error)).length === 0 && (
        <p role="alert" className={styles.error}>
          {errorMessage(error)}
        </p>
      )}
    </section>
  );
}

interface Props {
  postId: string;
  listing: Listing;
}

type EachProps = Props & { questions: Questions; onNo: () => void };

const useEnter = () => useMutation({ mutationFn: enterHarvest }, queryClient());

function AskWeeksAhead({ questions: { weeks_ahead: field }, onNo }: EachProps) {
  const { mutate, isPending, isSuccess, error } = useEnter();
  const done = isSuccess ? t('next.entered') : null;
  return (
    <Question title={t('next.weeks')} done={done} error={error} onNo={onNo}>
      <button type="button" disabled={isPending} onClick={() => field && mutate(field)}>
        {t('next.weeks_yes')}
      </button>
    </Question>
  );
}

type Field = Omit<HarvestInput, 'week'>;

function AskHarvest({ questions: { harvest }, onNo }: EachProps) {
  const { mutate, isPending, isSuccess, error } = useEnter();
  const [day, setDay] = useState('');
  const [today] = useState(() => regionDay(Date.now()));
  useEffect(() => globalThis.localStorage?.setItem(SEEN, 'seen'), []);
  const field = harvest as Field;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (day) mutate({ ...field, week: mondayOf(day) });
  };
  const { hectares, town } = field;
  return (
    <form onSubmit={save}>
      <Question
        title={t('next.harvest')}
        done={isSuccess ? t('next.entered') : null}
        error={error}
        onNo={onNo}
      >
        <TextField
          label={t('next.day')}
          hint={t('next.harvest_hint', { hectares, town: townName(town) ?? '' })}
          type="date"
          min={today}
          value={day}
          error={error ? fieldErrors(error)['week'] : undefined}
          onChange={({ target }) => setDay(target.value)}
        />
        <button type="submit" disabled={isPending}>
          {t('form.save')}
        </button>
      </Question>
    </form>
  );
}

function AskRepeat({ postId, listing, onNo }: EachProps) {
  const { mutate, isPending, isSuccess, error } = useMutation(
    putListingMutation(postId),
    queryClient(),
  );
  const [weekday] = useState(() => weekdayOf(listing.ready_on ?? regionDay(Date.now())));
  const repeat = (weeks: (typeof REPEAT_WEEKS)[number]) =>
    mutate({
      listing: { ...toListingDraft(listing), until: null, repeat: { weeks, weekday } },
      keep_agreed: false,
    });
  return (
    <Question
      title={t('next.again')}
      done={isSuccess ? t('next.repeats') : null}
      error={error}
      onNo={onNo}
    >
      {REPEAT_WEEKS.map((weeks) => (
        <button key={weeks} type="button" disabled={isPending} onClick={() => repeat(weeks)}>
          {t('compose.repeat_weeks', { weeks: String(weeks) })}
        </button>
      ))}
    </Question>
  );
}

function Ask({ name, ...props }: EachProps & { name: Name }) {
  if (name === 'weeks_ahead') return <AskWeeksAhead {...props} />;
  return name === 'harvest' ? <AskHarvest {...props} /> : <AskRepeat {...props} />;
}

/** The questions to the owner of a new listing, one at a time. */
export default function NextQuestions({ postId, listing }: Props) {
  const { data } = useQuery(nextQuestionsQuery(postId), queryClient());
  const [dismissed, setDismissed] = useState<Name[]>([]);
  const [wasSeen] = useState(isSeen);
  const group = useRef<HTMLDivElement>(null);
  if (!data) return null;
  const name = ORDER.find(
    (each) => data[each] && !dismissed.includes(each) && !(each === 'harvest' && wasSeen),
  );
  const dismiss = () => {
    if (name) setDismissed([...dismissed, name]);
    // The pressed button is gone.
    group.current?.focus();
  };
  return (
    <div ref={group} tabIndex={-1} className={styles.group}>
      {name && (
        <Ask
          key={name}
          name={name}
          postId={postId}
          listing={listing}
          questions={data}
          onNo={dismiss}
        />
      )}
    </div>
  );
}
