import { Delete, Plus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { DialKey, dialKeys } from '#ui/DialKey.tsx';
import { Icon } from '#ui/Icon.tsx';

interface DialPadProps {
  text: string;
  onType: (text: string) => void;
}

/** The field keeps the focus, so that keys still work. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Writes a number into the search with mouse or finger. The field keeps the focus where it has it. */
export function DialPad({ text, onType }: DialPadProps) {
  const { t } = useWords();
  return (
    <fieldset aria-label={t(($) => $.omnibar.pad.keys)} className="flex-none border-line border-b px-3 py-2">
      <div className="mx-auto grid max-w-72 grid-cols-3 gap-1">
        {dialKeys.map(([key, letters]) => (
          <DialKey key={key} letters={letters} onMouseDown={keepFocus} onClick={() => onType(text + key)}>
            {key}
          </DialKey>
        ))}
        <DialKey aria-label={t(($) => $.omnibar.pad.plus)} onMouseDown={keepFocus} onClick={() => onType(`${text}+`)}>
          <Icon of={Plus} size={18} />
        </DialKey>
        <DialKey
          aria-label={t(($) => $.omnibar.pad.back)}
          className="col-span-2"
          onMouseDown={keepFocus}
          onClick={() => onType([...text].slice(0, -1).join(''))}
        >
          <Icon of={Delete} size={18} />
        </DialKey>
      </div>
    </fieldset>
  );
}
