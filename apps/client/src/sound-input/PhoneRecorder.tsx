import type { PhoneRecording } from '@sidetone/contract/http/announcement-routes.ts';
import { Phone, PhoneCall } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { GivenSound } from './given-sound.ts';
import { usePhoneRecording } from './use-phone-recording.ts';

interface PhoneRecorderProps {
  /** In seconds. */
  readonly longest: number;
  readonly disabled: boolean;
  readonly onSound: (sound: GivenSound) => void;
}

/** A button to say a sound on a telephone, and how far the call is. */
export function PhoneRecorder({ longest, disabled, onSound }: PhoneRecorderProps) {
  const { t } = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const { recording, problem, calling, isBusy, begin, callMe, cancel } = usePhoneRecording(longest, (sound) => {
    onSound({ ...sound, name: null });
    button.current?.focus();
  });
  return (
    <>
      <Button
        ref={button}
        disabled={disabled || isBusy}
        aria-expanded={recording !== null}
        onClick={() => (recording === null ? void begin() : cancel())}
      >
        <Icon of={Phone} />
        {t(($) => $.phoneRecording.record)}
      </Button>
      {recording === null ? null : (
        <section
          aria-label={t(($) => $.phoneRecording.record)}
          className="order-last grid w-full gap-3 rounded-m border border-line bg-raised p-4"
        >
          {recording.state === 'waiting' ? <HowToCall recording={recording} /> : null}
          <p role="status" className="font-med">
            {t(($) => $.phoneRecording.states[recording.state])}
            {recording.state === 'waiting' && calling !== 'idle' ? (
              <span className="block font-normal text-12 text-ink-2">{t(($) => $.phoneRecording[calling])}</span>
            ) : null}
          </p>
          <div className="flex flex-wrap gap-2">
            {recording.state === 'waiting' ? (
              <Button tone="primary" disabled={calling === 'calling'} onClick={() => void callMe()}>
                <Icon of={PhoneCall} />
                {t(($) => $.phoneRecording.callMe)}
              </Button>
            ) : null}
            {recording.state === 'over' ? (
              <Button tone="primary" disabled={isBusy} onClick={() => void begin()}>
                {t(($) => $.phoneRecording.again)}
              </Button>
            ) : null}
            <Button
              tone="ghost"
              onClick={() => {
                cancel();
                button.current?.focus();
              }}
            >
              {t(($) => $.phoneRecording.cancel)}
            </Button>
          </div>
        </section>
      )}
      {problem === null ? null : (
        <p role="alert" className="order-last w-full text-12 text-missed">
          {problem.of === 'sound'
            ? t(($) => $.phoneRecording.problems[problem.code])
            : t(($) => $.errors[problem.code], { detail: '' })}
        </p>
      )}
    </>
  );
}

/** What to dial, which has the focus when it comes: it is what is to be read. */
function HowToCall({ recording: { number, expiresAt } }: { recording: PhoneRecording }) {
  const { t, language } = useWords();
  const dialled = useRef<HTMLParagraphElement>(null);
  useEffect(() => dialled.current?.focus(), []);
  return (
    <div>
      <p ref={dialled} tabIndex={-1} className="font-semi text-20 tabular-nums outline-none">
        <span className="sr-only">{t(($) => $.phoneRecording.number)} </span>
        {number}
      </p>
      <p className="text-12 text-ink-2">
        {t(($) => $.phoneRecording.dial, { until: formatTime(expiresAt, language) })}
      </p>
    </div>
  );
}
