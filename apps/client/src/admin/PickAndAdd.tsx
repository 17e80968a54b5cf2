import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { SearchSelect } from '#ui/SearchSelect.tsx';

interface PickAndAddProps {
  label: string;
  options: readonly { value: string; label: string }[];
  /** The words where no option matches the text. */
  noneFound: string;
  onAdd: (value: string) => void;
}

/**
 * One of a list is found by typing and picked, then added by its button: going through the list by keys changes nothing
 * yet. The next one can be typed immediately.
 */
export function PickAndAdd({ label, options, noneFound, onAdd }: PickAndAddProps) {
  const { t } = useWords();
  const field = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState('');
  const value = options.some((option) => option.value === picked) ? picked : '';
  const add = () => {
    onAdd(value);
    setPicked('');
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={field} className="flex items-end gap-2">
      <SearchSelect
        className="min-w-0 flex-1"
        label={label}
        value={value}
        placeholder={t(($) => $.admin.phones.choose)}
        onChange={setPicked}
        options={options}
        noneFound={noneFound}
      />
      <Button size="l" aria-label={`${label}: ${t(($) => $.admin.add)}`} disabled={value === ''} onClick={add}>
        <Icon of={Plus} />
        {t(($) => $.admin.add)}
      </Button>
    </div>
  );
}
