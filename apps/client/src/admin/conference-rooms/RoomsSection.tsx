import type { AdminConferenceRoom } from '@sidetone/contract/entities/conference-room.ts';
import { conferenceRoomRoutes } from '@sidetone/contract/http/conference-room-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useLiveRooms } from '#conference-rooms/live-rooms.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import type { Column } from '#ui/DataTable.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { useConferenceRooms } from '../directory.ts';
import { RowMenu } from '../RowMenu.tsx';
import { TableSection } from '../TableSection.tsx';
import { useRemoval } from '../use-removal.tsx';
import { RoomPanel } from './RoomPanel.tsx';

/** Conference rooms: how they are reached, and who is in them now. */
export function RoomsSection() {
  const { t } = useWords();
  const { rows, status } = useConferenceRooms();
  const columns = useRoomColumns();
  const { askRemove, question } = useRemoval<AdminConferenceRoom>({
    words: ({ name }) => ({
      title: t(($) => $.rooms.deleting.title, { name }),
      text: t(($) => $.rooms.deleting.text),
      action: t(($) => $.rooms.deleting.action),
      done: { title: t(($) => $.rooms.deleting.done) },
    }),
    remove: ({ id }) => call(conferenceRoomRoutes.deleteConferenceRoom, { params: { roomId: id } }),
  });
  return (
    <>
      <TableSection
        title={t(($) => $.rooms.title)}
        note={status === 'ready' && rows.length > 0 ? String(rows.length) : undefined}
        search={t(($) => $.rooms.filter)}
        texts={({ name, extension, numbers }) => [name, extension ?? '', ...numbers]}
        add={t(($) => $.rooms.add)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        menu={(room) => (
          <RowMenu name={room.name}>
            <MenuItem icon={Trash2} onSelect={() => askRemove(room)}>
              {t(($) => $.rooms.deleting.action)}
            </MenuItem>
          </RowMenu>
        )}
        empty={{ title: t(($) => $.rooms.empty), text: t(($) => $.rooms.emptyText) }}
        panel={({ row, name, close }) =>
          row || name === 'new' ? <RoomPanel key={name} room={row ?? null} onClose={close} /> : null
        }
      />
      {question}
    </>
  );
}

function useRoomColumns() {
  const { t } = useWords();
  const live = useLiveRooms().rows;
  return useMemo<Column<AdminConferenceRoom>[]>(() => {
    const here = new Map(live.map(({ id, people }) => [id, people.length]));
    return [
      {
        id: 'name',
        head: t(($) => $.rooms.name),
        sort: ({ name }) => name,
        cell: ({ name }) => <span className="font-med">{name}</span>,
      },
      {
        id: 'extension',
        head: t(($) => $.rooms.extension),
        sort: ({ extension }) => Number(extension),
        cell: ({ extension }) => extension,
      },
      {
        id: 'numbers',
        head: t(($) => $.rooms.number),
        from: 700,
        cell: ({ numbers }) => numbers.map(formatNumber).join(', '),
      },
      {
        id: 'here',
        head: t(($) => $.rooms.people),
        from: 700,
        sort: ({ id }) => here.get(id) ?? 0,
        cell: ({ id, mostPeople: most }) => t(($) => $.rooms.here, { count: here.get(id) ?? 0, most }),
      },
    ];
  }, [t, live]);
}
