import { pagingLimits } from '@sidetone/contract/entities/paging-group.ts';
import { X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { useUserNames } from '../directory.ts';
import { PickAndAdd } from '../PickAndAdd.tsx';
import { PickSeveral } from '../pick-several/PickSeveral.tsx';
import { useChoosable } from '../pick-several/use-choosable.ts';

interface PeopleListProps {
  label: string;
  /** The words where nobody is chosen. */
  none: string;
  addLabel: string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Users of a paging group, in the order of their names. */
export function PeopleList({ label, none, addLabel, chosen, onChange }: PeopleListProps) {
  const { t } = useWords();
  const names = useUserNames();
  const others = useChoosable(chosen);
  const listed = chosen
    .map((userId) => ({ userId, name: names.get(userId) ?? '' }))
    .toSorted((one, two) => one.name.localeCompare(two.name));
  const isFull = chosen.length >= pagingLimits.members;
  return (
    <div className="grid gap-3">
      {listed.length === 0 ? <p className="text-ink-3">{none}</p> : null}
      <ul aria-label={label}>
        {listed.map(({ userId, name }) => (
          <li key={userId} className="flex h-11 items-center gap-2 border-line border-b last:border-b-0">
            <Avatar name={name} size="xs" />
            <span className="min-w-0 flex-1 truncate font-med">{name}</span>
            <IconButton
              icon={X}
              label={t(($) => $.admin.paging.takeOut, { name })}
              onClick={() => onChange(chosen.filter((id) => id !== userId))}
            />
          </li>
        ))}
      </ul>
      {isFull ? <p className="text-ink-3">{t(($) => $.admin.paging.full, { most: pagingLimits.members })}</p> : null}
      {others.length > 0 && !isFull ? (
        <>
          <PickAndAdd
            label={addLabel}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            noneFound={t(($) => $.admin.paging.noSuchUser)}
            onAdd={(userId) => onChange([...chosen, userId])}
          />
          <PickSeveral
            people={others}
            most={pagingLimits.members - chosen.length}
            onAdd={(ids) => onChange([...chosen, ...ids])}
          />
        </>
      ) : null}
    </div>
  );
}
