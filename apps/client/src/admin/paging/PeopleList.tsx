import { pagingLimits } from '@sidetone/contract/entities/paging-group.ts';
import { X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { nameOf, useUserNames, useUsers } from '../directory.ts';
import { PickAndAdd } from '../PickAndAdd.tsx';

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
  const others = useUsers().rows.filter(({ id, state }) => state !== 'deactivated' && !chosen.includes(id));
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
        <PickAndAdd
          label={addLabel}
          options={others.map((user) => ({ value: user.id, label: nameOf(user) }))}
          noneFound={t(($) => $.admin.paging.noSuchUser)}
          onAdd={(userId) => onChange([...chosen, userId])}
        />
      ) : null}
    </div>
  );
}
