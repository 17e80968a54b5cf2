import { type AdminPagingGroup, pagingLimits } from '@sidetone/contract/entities/paging-group.ts';
import { pagingRoutes } from '@sidetone/contract/http/admin/paging-routes.ts';
import { pageCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import type { Column } from '#ui/DataTable.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { usePagingGroups } from '../directory.ts';
import { RowMenu } from '../RowMenu.tsx';
import { TableSection } from '../TableSection.tsx';
import { useRemoval } from '../use-removal.tsx';
import { PagingPanel } from './PagingPanel.tsx';

/** Groups of users whose desk phones play a page. */
export function PagingSection() {
  const { t } = useWords();
  const { rows, status } = usePagingGroups();
  const columns = usePagingColumns();
  const { askRemove, question } = useRemoval<AdminPagingGroup>({
    words: ({ name }) => ({
      title: t(($) => $.admin.paging.deleting.title, { name }),
      text: t(($) => $.admin.paging.deleting.text),
      action: t(($) => $.admin.paging.deleting.action),
      done: { title: t(($) => $.admin.paging.deleting.done) },
    }),
    remove: ({ id }) => call(pagingRoutes.deletePagingGroup, { params: { groupId: id } }),
  });
  return (
    <>
      <TableSection
        title={t(($) => $.admin.sections.paging)}
        note={status === 'ready' && rows.length > 0 ? String(rows.length) : undefined}
        search={t(($) => $.admin.paging.filter)}
        texts={({ name, number }) => [name, number]}
        add={t(($) => $.admin.paging.add)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        menu={(group) => (
          <RowMenu name={group.name}>
            <MenuItem icon={Trash2} onSelect={() => askRemove(group)}>
              {t(($) => $.admin.paging.deleting.action)}
            </MenuItem>
          </RowMenu>
        )}
        empty={{ title: t(($) => $.admin.paging.empty), text: t(($) => $.admin.paging.emptyText) }}
        panel={({ row, name, close }) =>
          row || name === 'new' ? (
            <PagingPanel
              key={name}
              group={row ?? null}
              taken={rows.map(({ number }) => number)}
              isFull={rows.length >= pagingLimits.groups}
              onClose={close}
            />
          ) : null
        }
      />
      {question}
    </>
  );
}

function usePagingColumns() {
  const { t } = useWords();
  return useMemo<Column<AdminPagingGroup>[]>(
    () => [
      {
        id: 'name',
        head: t(($) => $.admin.paging.name),
        sort: ({ name }) => name,
        cell: ({ name }) => <span className="font-med">{name}</span>,
      },
      {
        id: 'number',
        head: t(($) => $.admin.paging.dialled),
        sort: ({ number }) => Number(number),
        cell: ({ number }) => `${pageCode}${number}`,
      },
      {
        id: 'phones',
        head: t(($) => $.admin.sections.phones),
        sort: ({ phones }) => phones,
        cell: ({ phones }) => t(($) => $.admin.paging.phones, { count: phones }),
      },
      {
        id: 'callers',
        head: t(($) => $.admin.paging.callers),
        from: 700,
        cell: ({ callerIds }) => t(($) => (callerIds === null ? $.admin.paging.everybody : $.admin.paging.chosen)),
      },
    ],
    [t],
  );
}
