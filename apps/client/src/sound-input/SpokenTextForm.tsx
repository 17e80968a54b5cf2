import {
  longestSpokenText,
  type SpokenText,
  spokenLanguages,
  spokenText,
} from '@sidetone/contract/entities/spoken-text.ts';
import { spokenTextRoutes } from '@sidetone/contract/http/ai/spoken-text-routes.ts';
import { Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { sendForFile } from '#live/line/fetch-file.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { GivenSound, SoundProblem } from './given-sound.ts';
import { readSpoken } from './read-sound.ts';

interface SpokenTextFormProps {
  /** What the sound that it replaces says. */
  readonly said: SpokenText | null;
  /** In seconds. */
  readonly longest: number;
  readonly disabled: boolean;
  readonly onSound: (sound: GivenSound | null) => void;
}

type Problem = 'missing' | ApiErrorCode | SoundProblem;

/** A text that the service of the company reads aloud. What is read is a sound like any other, and goes where the text changes. */
export function SpokenTextForm({ said, longest, disabled, onSound }: SpokenTextFormProps) {
  const { t, language: own } = useWords();
  const [text, setText] = useState(said?.text ?? '');
  const [language, setLanguage] = useState(said?.language ?? own);
  const [isRead, setRead] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { isBusy, read, cancel } = useReading(longest);
  const change = (next: () => void) => {
    next();
    setProblem(null);
    if (isRead) onSound(null);
    setRead(false);
  };
  const speak = async () => {
    const asked = spokenText.safeParse({ text, language });
    if (!asked.success) return setProblem('missing');
    setProblem(null);
    onSound(null);
    const found = await read(asked.data);
    if (found === null) return;
    const isSound = typeof found !== 'string';
    setProblem(isSound ? null : found);
    setRead(isSound);
    if (isSound) onSound({ ...found, name: t(($) => $.spokenText.name), said: asked.data });
  };
  return (
    <div className="mt-3 grid gap-3">
      <TextArea
        label={t(($) => $.spokenText.text)}
        help={t(($) => $.spokenText.help, { longest: longestSpokenText, left: longestSpokenText - text.length })}
        maxLength={longestSpokenText}
        rows={3}
        value={text}
        disabled={disabled || isBusy}
        error={problem === null ? undefined : wordsOf(t, problem)}
        onChange={(event) => change(() => setText(event.target.value))}
      />
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t(($) => $.spokenText.language)}
          value={language}
          disabled={disabled || isBusy}
          onChange={({ target }) => change(() => setLanguage(target.value === 'de' ? 'de' : 'en'))}
          options={spokenLanguages.map((value) => ({ value, label: t(($) => $.spokenText.languages[value]) }))}
        />
        <Button size="l" disabled={disabled} onClick={() => (isBusy ? cancel() : void speak())}>
          <Icon of={Volume2} />
          {t(($) => (isBusy ? $.spokenText.cancel : isRead ? $.spokenText.again : $.spokenText.speak))}
        </Button>
        <span role="status" className="pb-2 text-12 text-ink-3">
          {isBusy ? t(($) => $.spokenText.speaking) : null}
        </span>
      </div>
    </div>
  );
}

function wordsOf(t: ReturnType<typeof useWords>['t'], problem: Problem): string {
  switch (problem) {
    case 'missing':
    case 'unreadable':
    case 'tooLong':
    case 'tooShort':
      return t(($) => $.spokenText[problem]);
    case 'tooLarge':
      return t(($) => $.spokenText.tooLong);
    default:
      return t(($) => $.errors[problem]);
  }
}

/** Has a text read aloud: the sound, or what is wrong; null for what was given up. It ends when the form goes. */
function useReading(longest: number) {
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const read = async (body: SpokenText): Promise<Omit<GivenSound, 'name'> | ApiErrorCode | SoundProblem | null> => {
    const mine = new AbortController();
    running.current = mine;
    setBusy(true);
    try {
      const sound = await sendForFile(spokenTextRoutes.sayText, { body }, mine.signal);
      const found = await readSpoken(sound, longest);
      return mine.signal.aborted ? null : found;
    } catch (error) {
      return mine.signal.aborted ? null : codeOf(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, read, cancel: () => running.current?.abort() };
}
