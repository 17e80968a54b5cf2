import { adminAssistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import type { AdminAssistant } from '@sidetone/contract/entities/assistant.ts';
import { adminAssistantRoutes } from '@sidetone/contract/http/admin/assistant-routes.ts';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import type { Column } from '#ui/DataTable.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { useChannelNames } from '../directory.ts';
import { RowMenu } from '../RowMenu.tsx';
import { TableSection } from '../TableSection.tsx';
import { useOpen } from '../use-open.ts';
import { useRemoval } from '../use-removal.tsx';
import { AssistantPanel } from './AssistantPanel.tsx';

/** Call assistants: whose calls they take, who sees their results, and which agents deliver them. */
export function AssistantsSection() {
  const { t } = useWords();
  const { rows, status } = useLive(adminAssistantQueries.adminAssistants, {});
  const { setOpen } = useOpen();
  const columns = useAssistantColumns();
  const { askRemove, question } = useRemoval<AdminAssistant>({
    words: ({ name }) => ({
      title: t(($) => $.admin.assistants.remove.title, { name }),
      text: t(($) => $.admin.assistants.remove.text),
      action: t(($) => $.admin.assistants.remove.action),
      done: { title: t(($) => $.admin.assistants.remove.done) },
    }),
    remove: ({ id }) => call(adminAssistantRoutes.deleteAssistant, { params: { assistantId: id } }),
  });
  return (
    <>
      <TableSection
        title={t(($) => $.admin.sections.assistants)}
        note={status === 'ready' && rows.length > 0 ? String(rows.length) : undefined}
        search={t(($) => $.admin.assistants.filter)}
        texts={({ name, topics }) => [name, ...topics.map(({ label }) => label)]}
        add={t(($) => $.admin.assistants.add)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        menu={(assistant) => (
          <RowMenu name={assistant.name}>
            <MenuItem icon={Trash2} onSelect={() => askRemove(assistant)}>
              {t(($) => $.admin.assistants.remove.action)}
            </MenuItem>
          </RowMenu>
        )}
        empty={{ title: t(($) => $.admin.assistants.empty), text: t(($) => $.admin.assistants.emptyText) }}
        panel={({ row, name, close }) =>
          row || name === 'new' ? (
            <AssistantPanel key={name} assistant={row ?? null} onCreated={setOpen} onClose={close} />
          ) : null
        }
      />
      {question}
    </>
  );
}

function useAssistantColumns() {
  const { t } = useWords();
  const channels = useChannelNames();
  return useMemo<Column<AdminAssistant>[]>(
    () => [
      {
        id: 'name',
        head: t(($) => $.admin.assistants.name),
        sort: ({ name }) => name,
        cell: ({ name }) => <span className="font-med">{name}</span>,
      },
      {
        id: 'channel',
        head: t(($) => $.admin.assistants.channel),
        from: 700,
        sort: ({ channelId }) => channels.get(channelId ?? '') ?? '',
        cell: ({ channelId }) => channels.get(channelId ?? '') ?? t(($) => $.admin.none),
      },
      {
        id: 'users',
        head: t(($) => $.admin.assistants.users),
        align: 'end',
        sort: ({ users }) => users.length,
        cell: ({ users }) => users.length,
      },
      {
        id: 'topics',
        head: t(($) => $.admin.assistants.topics),
        align: 'end',
        from: 700,
        sort: ({ topics }) => topics.length,
        cell: ({ topics }) => topics.length,
      },
      {
        id: 'tokens',
        head: t(($) => $.admin.assistants.agents),
        align: 'end',
        from: 700,
        sort: ({ tokens }) => tokens.length,
        cell: ({ tokens }) => tokens.length,
      },
    ],
    [t, channels],
  );
}
