import { useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { DialKey, dialKeys } from '#ui/DialKey.tsx';
import { isTones, lastTyped, tonesIn } from '../../core/dial-rules.ts';

interface KeypadProps {
  /** Everything typed so far. */
  typed: string;
  onTone: (tone: string) => void;
}

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
        {dialKeys.map(([tone, letters]) => (
          <DialKey key={tone} letters={tone === '0' ? '+' : letters} className="h-10" onClick={() => onTone(tone)}>
            {tone}
          </DialKey>
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
