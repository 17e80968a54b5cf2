import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useNumbers } from '../directory.ts';
import { NumberChoice } from './NumberChoice.tsx';
import { choosableNumbers, proposeNumbers } from './propose-numbers.ts';

interface DirectNumbersProps {
  user: AdminUser;
  numbers: readonly string[];
  error?: string | undefined;
  onChange: (numbers: string[]) => void;
}

/** The direct numbers of a user, one choice for each; a user without one is offered the one that fits. */
export function DirectNumbers({ user, numbers, error, onChange }: DirectNumbersProps) {
  const { t } = useWords();
  const all = useNumbers().rows;
  const [more, setMore] = useState(numbers.length === 0);
  const choosable = choosableNumbers(all, user.numbers);
  const [fitting] = proposeNumbers(all, [{ extension: user.extensions[0] ?? '' }]);
  const rows: (string | null)[] = more ? [...numbers, null] : [...numbers];
  const set = (at: number, number: string | null) => {
    const next = rows.map((each, place) => (place === at ? number : each)).filter((each) => each !== null);
    setMore(next.length === 0);
    onChange(next);
  };
  return (
    <div className="grid max-w-60 gap-2">
      {rows.map((number, at) => (
        <NumberChoice
          key={number ?? 'more'}
          label={t(($) => $.admin.users.number)}
          choosable={choosable.filter((each) => each === number || !numbers.includes(each))}
          value={number}
          error={at === rows.length - 1 ? error : undefined}
          onChange={(next) => set(at, next)}
        />
      ))}
      <div>
        {numbers.length === 0 && fitting ? (
          <Button onClick={() => set(0, fitting)}>
            {t(($) => $.admin.users.giveNumber, { number: formatNumber(fitting) })}
          </Button>
        ) : null}
        {more || choosable.length <= numbers.length ? null : (
          <Button tone="ghost" onClick={() => setMore(true)}>
            <Icon of={Plus} />
            {t(($) => $.admin.users.anotherNumber)}
          </Button>
        )}
      </div>
    </div>
  );
}
