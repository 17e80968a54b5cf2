import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import { mayDoAllOf } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { mostUsersChanged } from '@sidetone/contract/rules/limits.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { BulkNumbersPanel } from './BulkNumbersPanel.tsx';
import { BulkPanel } from './BulkPanel.tsx';
import { useBulk } from './use-bulk.ts';

interface BulkBarProps {
  /** Those who are ticked; at least one. */
  users: readonly AdminUser[];
  onClear: () => void;
}

/** What can be done with the users who are ticked. */
export function BulkBar({ users, onClear }: BulkBarProps) {
  const { t } = useWords();
  const me = useMe();
  const { change, busy } = useBulk();
  const [open, setOpen] = useState<'change' | 'numbers' | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const isBarred = users.some((user) => me !== null && !mayDoAllOf(me, user));
  const isTooMany = users.length > mostUsersChanged;
  const isOff = isTooMany || isBarred;
  // Administrators do not lock themselves out, and users who were only invited have no sign-in to end.
  const active = users.filter(({ id, state }) => state === 'active' && id !== me?.webUserId);
  const deactivate = async () => {
    const changes = active.map(({ id }) => ({ userId: id, change: { isActive: false } }));
    if (await change(active, changes)) onClear();
  };
  const closed = (isDone: boolean) => {
    setOpen(null);
    if (isDone) onClear();
  };
  return (
    <section
      aria-label={t(($) => $.admin.people.bulk.title)}
      className="flex min-h-14 flex-none flex-wrap items-center gap-2 border-line border-t bg-raised px-6 py-2 max-[559px]:px-4"
    >
      <p role="status" className="mr-2 font-med">
        {t(($) => $.admin.people.bulk.count, { count: users.length })}
        {isTooMany ? ` · ${t(($) => $.admin.people.bulk.tooMany, { most: mostUsersChanged })}` : ''}
        {isBarred ? ` · ${t(($) => $.admin.roles.barredMany)}` : ''}
      </p>
      <Button disabled={isOff} onClick={() => setOpen('change')}>
        {t(($) => $.admin.people.bulk.change)}
      </Button>
      <Button disabled={isOff} onClick={() => setOpen('numbers')}>
        {t(($) => $.admin.people.bulk.numbers)}
      </Button>
      <Button
        tone="danger"
        disabled={busy || isOff || active.length === 0}
        onClick={() =>
          setQuestion({
            title: t(($) => $.admin.people.bulk.deactivate.title, { count: active.length }),
            text: t(($) => $.admin.people.bulk.deactivate.text),
            action: t(($) => $.admin.users.deactivate.action),
            run: deactivate,
          })
        }
      >
        {t(($) => $.admin.users.deactivate.action)}
      </Button>
      <span className="flex-1" />
      <Button tone="ghost" onClick={onClear}>
        {t(($) => $.admin.people.bulk.clear)}
      </Button>
      {open === 'change' ? <BulkPanel users={users} onClose={closed} /> : null}
      {open === 'numbers' ? <BulkNumbersPanel users={users} onClose={closed} /> : null}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </section>
  );
}
