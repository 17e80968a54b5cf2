import { Delete, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';

interface DialPadProps {
  text: string;
  onType: (text: string) => void;
}

const keys: readonly (readonly [key: string, letters: string])[] = [
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
  ['0', ''],
  ['#', ''],
];

/** Writes a number into the search with mouse or finger. The field keeps the focus where it has it. */
export function DialPad({ text, onType }: DialPadProps) {
  const { t } = useWords();
  return (
    <fieldset aria-label={t(($) => $.omnibar.pad.keys)} className="flex-none border-line border-b px-3 py-2">
      <div className="mx-auto grid max-w-72 grid-cols-3 gap-1">
        {keys.map(([key, letters]) => (
          <Key key={key} onPress={() => onType(text + key)}>
            <span className="font-[560] text-16 leading-[18px]">{key}</span>
            <small aria-hidden className="min-h-2.5 font-medium text-[9px] text-ink-3 leading-2.5 tracking-[0.08em]">
              {letters}
            </small>
          </Key>
        ))}
        <Key label={t(($) => $.omnibar.pad.plus)} onPress={() => onType(`${text}+`)}>
          <Icon of={Plus} size={18} />
        </Key>
        <Key label={t(($) => $.omnibar.pad.back)} wide onPress={() => onType([...text].slice(0, -1).join(''))}>
          <Icon of={Delete} size={18} />
        </Key>
      </div>
    </fieldset>
  );
}

interface KeyProps {
  /** Where it shows an icon. */
  label?: string;
  wide?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Key({ label, wide = false, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // The field keeps the focus, so that keys still work.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={`flex h-11 flex-col items-center justify-center rounded-m bg-well transition-colors duration-(--d-fast) hover:bg-hover active:bg-press ${wide ? 'col-span-2' : ''}`}
    >
      {children}
    </button>
  );
}
