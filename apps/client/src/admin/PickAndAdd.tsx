import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';

interface PickAndAddProps {
  label: string;
  options: readonly { value: string; label: string }[];
  onAdd: (value: string) => void;
}

/** One of a list is picked, then added by its button: walking through the list by keys changes nothing yet. */
export function PickAndAdd({ label, options, onAdd }: PickAndAddProps) {
  const { t } = useWords();
  const [picked, setPicked] = useState('');
  const value = options.some((option) => option.value === picked) ? picked : '';
  const add = () => {
    onAdd(value);
    setPicked('');
  };
  return (
    <div className="flex items-end gap-2">
      <Select
        className="min-w-0 flex-1"
        label={label}
        value={value}
        onChange={(event) => setPicked(event.target.value)}
        options={[{ value: '', label: t(($) => $.admin.phones.choose) }, ...options]}
      />
      <Button size="l" aria-label={`${label}: ${t(($) => $.admin.add)}`} disabled={value === ''} onClick={add}>
        <Icon of={Plus} />
        {t(($) => $.admin.add)}
      </Button>
    </div>
  );
}
