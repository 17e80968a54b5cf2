import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useWords } from '#i18n/use-words.ts';
import { nameOf, useNumbers } from '../directory.ts';
import { EditorPanel } from '../EditorPanel.tsx';
import { numbersFor } from './bulk-changes.ts';
import { useBulk } from './use-bulk.ts';

interface BulkNumbersPanelProps {
  users: readonly AdminUser[];
  onClose: (isDone: boolean) => void;
}

/** Direct numbers by extension for all ticked users, shown before anything is written. */
export function BulkNumbersPanel({ users, onClose }: BulkNumbersPanelProps) {
  const { t } = useWords();
  const { change, busy } = useBulk();
  const previews = numbersFor(users, useNumbers().rows);
  const changes = previews.flatMap(({ user, number, isOwn }) =>
    number === null || isOwn ? [] : [{ userId: user.id, change: { addNumbers: [number] } }],
  );
  const submit = async () => {
    if (changes.length > 0 && (await change(users, changes))) onClose(true);
  };
  return (
    <EditorPanel
      title={t(($) => $.admin.people.bulk.numbers)}
      subtitle={t(($) => $.admin.people.bulk.numbersHelp)}
      onClose={() => onClose(false)}
      busy={busy}
      idle={changes.length === 0}
      onSubmit={() => void submit()}
      submitLabel={t(($) => $.admin.people.bulk.assign, { count: changes.length })}
    >
      <ul aria-label={t(($) => $.admin.people.bulk.numbers)} className="divide-y divide-line border-line border-y">
        {previews.map(({ user, extension, number, isOwn }) => (
          <li key={user.id} className="flex min-h-9 flex-wrap items-center gap-x-3 py-1">
            <span className="min-w-0 flex-1 truncate font-med">{nameOf(user)}</span>
            <span className="text-ink-2">{extension}</span>
            <span className={number === null || isOwn ? 'text-ink-3' : ''}>
              {number === null
                ? t(($) => $.admin.people.bulk.noNumber)
                : isOwn
                  ? t(($) => $.admin.people.bulk.ownNumber, { number: formatNumber(number) })
                  : formatNumber(number)}
            </span>
          </li>
        ))}
      </ul>
    </EditorPanel>
  );
}
