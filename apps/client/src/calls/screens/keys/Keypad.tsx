import { useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { isTones, lastTyped, tonesIn } from '../../core/dial-rules.ts';

interface KeypadProps {
  /** Everything typed so far. */
  typed: string;
  onTone: (tone: string) => void;
}

const tones: readonly (readonly [tone: string, letters: string])[] = [
  ['1', ''],
  ['2', 'ABC'],
  ['3', 'DEF'],
  ['4', 'GHI'],
  ['5', 'JKL'],
  ['6', 'MNO'],
  ['7', 'PQRS'],
  ['8', 'TUV'],
  ['9', 'WXYZ'],
  ['*', ''],
  ['0', '+'],
  ['#', ''],
];

/** Twelve keys, and the keys of the keyboard and what is pasted while no text field has the focus. */
export function Keypad({ typed, onTone }: KeypadProps) {
  const { t } = useWords();
  useToneKeys(onTone);
  return (
    <>
      <output aria-label={t(($) => $.calls.typed)} className="block h-7 px-3 pt-1 text-center font-semi text-16">
        {lastTyped(typed)}
      </output>
      <div className="grid grid-cols-3 gap-1 px-2 py-1">
        {tones.map(([tone, letters]) => (
          <button
            key={tone}
            type="button"
            onClick={() => onTone(tone)}
            className="flex h-10 flex-col items-center justify-center rounded-m bg-well font-[560] text-16 leading-[18px] transition-colors duration-(--d-fast) hover:bg-hover active:bg-press"
          >
            {tone === '*' ? <Star /> : tone}
            <small aria-hidden className="min-h-2.5 font-medium text-[9px] text-ink-3 leading-2.5 tracking-[0.08em]">
              {letters}
            </small>
          </button>
        ))}
      </div>
    </>
  );
}

/** The keyboard's own tones, by the sign they write: Shift and 8 is a star here and a bracket there. */
function useToneKeys(onTone: (tone: string) => void): void {
  const type = useRef(onTone);
  type.current = onTone;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isTones(event.key) || event.key.length > 1) return;
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || isWritten(event.target)) return;
      type.current(event.key);
    };
    const onPaste = (event: ClipboardEvent) => {
      const tones = tonesIn(event.clipboardData?.getData('text/plain') ?? '');
      if (event.defaultPrevented || tones === '' || isWritten(event.target)) return;
      event.preventDefault();
      type.current(tones);
    };
    addEventListener('keydown', onKey);
    addEventListener('paste', onPaste);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('paste', onPaste);
    };
  }, []);
}

/** Whether typed keys are text there. */
function isWritten(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** A star that is as tall as a digit, and read as one. */
function Star() {
  return (
    <>
      <span aria-hidden>✱</span>
      <span className="sr-only">*</span>
    </>
  );
}
