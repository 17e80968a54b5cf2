import { callRatingReasons } from '@sidetone/contract/entities/feedback.ts';
import { ratingDialogClosesAfterMs } from '@sidetone/contract/rules/screen-timing.ts';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { EndedCall } from '#calls/ended-calls.ts';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { DialogHead } from './DialogHead.tsx';
import type { RatingAnswer } from './rating-answer.ts';
import { useRatingAnswer } from './use-rating-answer.ts';

interface RatingDialogProps {
  open: boolean;
  /** Null where no call is known, as after a reload: then it closes immediately. */
  call: EndedCall | null;
  /** The way that the call was carried. */
  engine: 'sip' | 'classic';
  onClose: () => void;
}

const tick = 1000;
const seconds = ratingDialogClosesAfterMs / tick;

/** The quality of a call, asked after some calls; one dialog per call. Users need not answer: it closes by itself. */
export function RatingDialog({ open, call, engine, onClose }: RatingDialogProps) {
  const { t } = useWords();
  const send = useRatingAnswer(engine);
  const good = useRef<HTMLButtonElement>(null);
  const firstReason = useRef<HTMLButtonElement>(null);
  const [isBad, setIsBad] = useState(false);
  const [left, setLeft] = useState(seconds);
  const isCounting = open && call !== null && !isBad;

  useEffect(() => {
    if (open && call === null) onClose();
  }, [open, call, onClose]);
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setLeft((before) => before - 1), tick);
    return () => clearInterval(timer);
  }, [isCounting]);
  useEffect(() => {
    if (isCounting && left <= 0) onClose();
  }, [isCounting, left, onClose]);
  useEffect(() => {
    if (isBad) firstReason.current?.focus();
  }, [isBad]);

  if (call === null) return null;
  const answer = (given: RatingAnswer) => {
    send(call, given);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(($) => $.feedback.rating.title)}
      hideTitle
      initialFocus={good}
      className="w-[380px]"
    >
      <DialogHead
        title={t(($) => $.feedback.rating.title)}
        person={call.person}
        text={t(($) => $.feedback.rating.about, {
          name: call.person.name,
          duration: formatDuration(call.seconds),
        })}
        onClose={onClose}
      />
      {isBad ? (
        <fieldset className="px-6 pb-5">
          <legend className="py-2 font-med">{t(($) => $.feedback.rating.what)}</legend>
          <div className="flex flex-wrap gap-2">
            {callRatingReasons.map((reason, place) => (
              <button
                key={reason}
                ref={place === 0 ? firstReason : undefined}
                type="button"
                onClick={() => answer(reason)}
                className="h-7 rounded-full border border-line-strong bg-raised px-2.5 font-med text-12 hover:bg-hover"
              >
                {t(($) => $.feedback.rating.reasons[reason])}
              </button>
            ))}
          </div>
          <p className="mt-3 text-12 text-ink-3">{t(($) => $.feedback.rating.hint)}</p>
        </fieldset>
      ) : (
        <div className="px-6 pt-2 pb-5">
          <div className="grid grid-cols-2 gap-2">
            <Button ref={good} size="l" onClick={() => answer(null)}>
              <Icon of={ThumbsUp} />
              {t(($) => $.feedback.rating.good)}
            </Button>
            <Button size="l" onClick={() => setIsBad(true)}>
              <Icon of={ThumbsDown} />
              {t(($) => $.feedback.rating.bad)}
            </Button>
          </div>
          <p className="mt-3 text-12 text-ink-3 tabular-nums">
            {t(($) => $.feedback.rating.closesIn, { count: Math.max(0, left) })}
          </p>
          <div aria-hidden className="mt-1 h-0.5 rounded-full bg-line">
            <div
              className="h-full rounded-full bg-line-control transition-[width] duration-1000 ease-linear motion-reduce:transition-none"
              style={{ width: `${(Math.max(0, left) / seconds) * 100}%` }}
            />
          </div>
        </div>
      )}
    </Dialog>
  );
}
