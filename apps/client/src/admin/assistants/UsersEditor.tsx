import { adminAssistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import type { AdminAssistant } from '@sidetone/contract/entities/assistant.ts';
import { adminAssistantRoutes } from '@sidetone/contract/http/admin/assistant-routes.ts';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, type ShownChange } from '#live/queries/live.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { nameOf, useUserNames, useUsers } from '../directory.ts';
import { PickAndAdd } from '../PickAndAdd.tsx';
import { useRun } from '../run.ts';

/** Who sees the results of an assistant, and who of them may read what was said. Changes apply immediately. */
export function UsersEditor({ assistant }: { assistant: AdminAssistant }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const names = useUserNames();
  const list = useRef<HTMLUListElement>(null);
  const { users } = assistant;
  const others = useUsers().rows.filter(
    ({ id, state }) => state !== 'deactivated' && users.every(({ userId }) => userId !== id),
  );
  const paramsOf = (userId: string) => ({ assistantId: assistant.id, userId });
  const set = async (userId: string, canSeeTranscripts: boolean, shown: readonly ShownChange[] = []) => {
    const asked = { params: paramsOf(userId), body: { canSeeTranscripts } };
    await run(() => confirmed(shown, () => call(adminAssistantRoutes.setAssistantUser, asked)), {
      title: t(($) => $.admin.saved),
    });
  };
  const choose = (userId: string, canSeeTranscripts: boolean) => {
    const changed = users.map((user) => (user.userId === userId ? { ...user, canSeeTranscripts } : user));
    const shown = patchLive(adminAssistantQueries.adminAssistants, assistant.id, { users: changed });
    return set(userId, canSeeTranscripts, [shown]);
  };
  const remove = async (userId: string) => {
    await run(() => call(adminAssistantRoutes.removeAssistantUser, { params: paramsOf(userId) }), {
      title: t(($) => $.admin.assistants.userRemoved, { name: names.get(userId) ?? '' }),
    });
    // The button that was pressed is gone with its line.
    list.current?.focus();
  };
  return (
    <div className="grid gap-3">
      {users.length === 0 ? <p className="text-ink-3">{t(($) => $.admin.assistants.noUsers)}</p> : null}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t(($) => $.admin.assistants.users)}
        className="outline-none empty:hidden"
      >
        {users.map(({ userId, canSeeTranscripts }) => {
          const name = names.get(userId) ?? '';
          return (
            <li
              key={userId}
              className="flex min-h-11 flex-wrap items-center gap-x-2 border-line border-b last:border-b-0"
            >
              <Avatar name={name} size="xs" />
              <span className="min-w-0 flex-1 truncate font-med">{name}</span>
              <Checkbox
                label={t(($) => $.admin.assistants.transcripts)}
                aria-label={t(($) => $.admin.assistants.transcriptsFor, { name })}
                checked={canSeeTranscripts}
                disabled={busy}
                onChange={({ target }) => void choose(userId, target.checked)}
              />
              <IconButton
                icon={X}
                label={t(($) => $.admin.assistants.removeUser, { name })}
                disabled={busy}
                onClick={() => void remove(userId)}
              />
            </li>
          );
        })}
      </ul>
      {others.length > 0 ? (
        <PickAndAdd
          label={t(($) => $.admin.assistants.addUser)}
          options={others.map((user) => ({ value: user.id, label: nameOf(user) }))}
          noneFound={t(($) => $.admin.channels.noSuchUser)}
          onAdd={(userId) => void set(userId, false)}
        />
      ) : null}
    </div>
  );
}
