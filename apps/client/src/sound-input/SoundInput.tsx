import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { SpokenText } from '@sidetone/contract/entities/spoken-text.ts';
import { Mic, Square, Type, Upload, X } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { withLaterWords } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { GivenSound } from './given-sound.ts';
import { useSoundInput } from './use-sound-input.ts';

const SpokenTextForm = lazyPart(
  withLaterWords(() => import('./SpokenTextForm.tsx').then((part) => part.SpokenTextForm)),
);

const PhoneRecorder = lazyPart(withLaterWords(() => import('./PhoneRecorder.tsx').then((part) => part.PhoneRecorder)));

interface SoundInputProps {
  readonly label: string;
  readonly sound: GivenSound | null;
  readonly onSound: (sound: GivenSound | null) => void;
  /** In seconds. */
  readonly longest?: number;
  readonly disabled?: boolean;
  /** In words: what is wrong besides what the field finds itself. */
  readonly error?: string | undefined;
  /** What the sound that this one replaces says; null where nobody typed it. Left out: nothing can be typed, as for music. */
  readonly said?: SpokenText | null;
  /** The user may also say it on a telephone, as those may who add announcements. */
  readonly byPhone?: boolean;
}

/** How long announcements and music may be, in seconds. The server takes 10 MB. */
const usualLongest = 300;

/** A field for a sound: a file of any kind is chosen, or something is said into the microphone; then it can be heard. */
export function SoundInput({
  label,
  sound,
  onSound,
  longest = usualLongest,
  disabled,
  error,
  said,
  byPhone,
}: SoundInputProps) {
  const { t } = useWords();
  const text = useId();
  const picker = useRef<HTMLInputElement>(null);
  const recordButton = useRef<HTMLButtonElement>(null);
  const { stage, choose, start, stop } = useSoundInput(longest, onSound);
  const canType = useLive(phoneQueries.aiOverview, {}).rows[0]?.voice != null && said !== undefined;
  const [isTyping, setTyping] = useState(said != null);
  const isRecording = stage.at === 'recording';
  const isBusy = stage.at === 'reading' || stage.at === 'opening';
  const problem = stage.at === 'failed' ? t(($) => $.soundInput.problems[stage.problem]) : error;
  const takeSpoken = (spoken: GivenSound) => {
    setTyping(false);
    onSound(spoken);
  };
  const discard = () => {
    onSound(null);
    setTyping(false);
    recordButton.current?.focus();
  };
  return (
    <fieldset aria-describedby={text} className="min-w-0">
      <legend className="mb-1 font-med text-12 text-ink-2">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={disabled || isRecording || isBusy} onClick={() => picker.current?.click()}>
          <Icon of={Upload} />
          {t(($) => $.soundInput.choose)}
        </Button>
        <Button
          ref={recordButton}
          disabled={disabled || isBusy}
          tone={isRecording ? 'hang' : 'default'}
          onClick={() => {
            setTyping(false);
            void (isRecording ? stop() : start());
          }}
        >
          <Icon of={isRecording ? Square : Mic} />
          {t(($) => (isRecording ? $.soundInput.stop : $.soundInput.record))}
        </Button>
        {canType ? (
          <Button
            disabled={disabled || isRecording || isBusy}
            aria-expanded={isTyping}
            onClick={() => setTyping(!isTyping)}
          >
            <Icon of={Type} />
            {t(($) => $.soundInput.type)}
          </Button>
        ) : null}
        {byPhone ? (
          <Suspense>
            <PhoneRecorder
              longest={longest}
              disabled={disabled === true || isRecording || isBusy}
              onSound={takeSpoken}
            />
          </Suspense>
        ) : null}
        {isRecording ? <Elapsed since={stage.since} longest={longest} /> : null}
        <span role="status" className="text-12 text-ink-3">
          {isRecording ? <span className="sr-only">{t(($) => $.soundInput.recording)}</span> : null}
          {stage.at === 'reading' ? t(($) => $.soundInput.reading) : null}
        </span>
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        accept="audio/*,.mp3,.wav,.ogg,.oga,.opus,.m4a,.aac,.flac"
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file can be chosen again after it was changed.
          target.value = '';
          setTyping(false);
          if (file) void choose(file);
        }}
      />
      {canType && isTyping ? (
        <Suspense>
          <SpokenTextForm
            said={said ?? null}
            longest={longest}
            disabled={disabled === true || isBusy}
            onSound={onSound}
          />
        </Suspense>
      ) : null}
      {sound === null || isRecording ? null : <Heard sound={sound} onDiscard={discard} />}
      {problem === undefined ? (
        <p id={text} className="mt-1 text-12 text-ink-3">
          {t(($) => $.soundInput.help, { minutes: longest / 60 })}
        </p>
      ) : (
        <p id={text} role="alert" className="mt-1 text-12 text-missed">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** How long a recording has been running, beside how long it may. */
function Elapsed({ since, longest }: { since: number; longest: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="flex items-center gap-2 text-12 tabular-nums">
      <span aria-hidden className="size-2 animate-pulse rounded-full bg-missed-fill motion-reduce:animate-none" />
      {formatDuration(Math.max(0, (now - since) / 1000))} / {formatDuration(longest)}
    </span>
  );
}

function Heard({ sound: { wav, seconds, name }, onDiscard }: { sound: GivenSound; onDiscard: () => void }) {
  const { t } = useWords();
  const address = useAddress(wav);
  const shown = name ?? t(($) => $.soundInput.own);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <span className="min-w-0 max-w-full truncate">
        {shown}, {formatDuration(seconds)}
      </span>
      {address === null ? null : (
        // biome-ignore lint/a11y/useMediaCaption: it is what the user has just said or chosen
        <audio src={address} controls aria-label={shown} className="h-9 min-w-40 flex-1" />
      )}
      <IconButton icon={X} label={t(($) => $.soundInput.discard)} onClick={onDiscard} />
    </div>
  );
}
