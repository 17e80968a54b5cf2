import type { CustomWord } from '@sidetone/contract/entities/feature.ts';
import { cleanWord } from '@sidetone/contract/rules/ai/custom-words.ts';
import { maxCustomWordCharacters } from '@sidetone/contract/rules/limits.ts';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Switch } from '#ui/Switch.tsx';
import type { RowProblem } from './word-rows.ts';

interface WordRowProps {
  row: CustomWord;
  number: number;
  problem: RowProblem | null;
  onType: (value: string) => void;
  onTurn: (on: boolean) => void;
  /** Whether it took the text. */
  onPaste: (text: string) => boolean;
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  onEnter: () => void;
  onLeave: () => void;
}

/** One word: its number, its field, and whether it is used. */
export function WordRow({ row, number, problem, onType, onTurn, onPaste, onKey, onEnter, onLeave }: WordRowProps) {
  const { t } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const word = cleanWord(row.value);
  return (
    <li>
      <div className="grid grid-cols-[28px_1fr_28px_36px] items-center gap-2">
        <span aria-hidden className="text-right text-12 text-ink-3 tabular-nums">
          {number}
        </span>
        <input
          ref={field}
          data-word={row.id}
          value={row.value}
          aria-label={t(($) => $.customWords.word, { number })}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : id}
          placeholder={t(($) => $.customWords.newWord)}
          maxLength={maxCustomWordCharacters}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.target.value)}
          onPaste={(event) => {
            if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
          }}
          onKeyDown={onKey}
          onFocus={onEnter}
          onBlur={onLeave}
          className={cn(
            'h-9 w-full min-w-0 rounded-s border border-line-control bg-raised px-2.5 text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-1px]',
            problem !== null && 'border-missed focus-visible:outline-offset-1',
          )}
        />
        {row.value === '' ? (
          <span />
        ) : (
          <IconButton
            icon={X}
            label={t(($) => $.customWords.clear, { word })}
            onClick={() => {
              onType('');
              field.current?.focus();
            }}
          />
        )}
        <Switch
          className="gap-0 py-0"
          label={
            <span className="sr-only">
              {word === '' ? t(($) => $.customWords.useNone, { number }) : t(($) => $.customWords.use, { word })}
            </span>
          }
          checked={row.enabled}
          disabled={word === ''}
          onChange={(event) => onTurn(event.target.checked)}
        />
      </div>
      {problem === null ? null : (
        <p id={id} className="mt-1 pl-9 text-12 text-missed">
          {t(($) => $.customWords.problems[problem])}
        </p>
      )}
    </li>
  );
}
