import type { AdminOpeningHours } from '@sidetone/contract/entities/opening-hours.ts';
import { openingHoursRoutes } from '@sidetone/contract/http/admin/opening-hours-routes.ts';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import type { Column } from '#ui/DataTable.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { useAdminChannels, useOpeningHours } from '../directory.ts';
import { RowMenu } from '../RowMenu.tsx';
import { TableSection } from '../TableSection.tsx';
import { useRemoval } from '../use-removal.tsx';
import { HoursPanel } from './HoursPanel.tsx';
import { useHoursRefusal } from './use-hours-refusal.ts';

/** Opening hours that channels share. */
export function HoursSection() {
  const { t } = useWords();
  const { rows, status } = useOpeningHours();
  const columns = useHoursColumns();
  const { askRemove, question } = useRemoval<AdminOpeningHours>({
    words: ({ name }) => ({
      title: t(($) => $.admin.hours.remove.title, { name }),
      text: t(($) => $.admin.hours.remove.text),
      action: t(($) => $.admin.hours.remove.action),
      done: { title: t(($) => $.admin.hours.remove.done) },
    }),
    remove: ({ id }) => call(openingHoursRoutes.deleteOpeningHours, { params: { hoursId: id } }),
    refusal: useHoursRefusal(),
  });
  return (
    <>
      <TableSection
        title={t(($) => $.admin.sections.hours)}
        note={status === 'ready' && rows.length > 0 ? String(rows.length) : undefined}
        search={t(($) => $.admin.hours.filter)}
        texts={({ name }) => [name]}
        add={t(($) => $.admin.hours.add)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        menu={(hours) => (
          <RowMenu name={hours.name}>
            <MenuItem icon={Trash2} onSelect={() => askRemove(hours)}>
              {t(($) => $.admin.hours.remove.action)}
            </MenuItem>
          </RowMenu>
        )}
        empty={{ title: t(($) => $.admin.hours.empty), text: t(($) => $.admin.hours.emptyText) }}
        panel={({ row, name, close }) =>
          row || name === 'new' ? <HoursPanel key={name} hours={row ?? null} onClose={close} /> : null
        }
      />
      {question}
    </>
  );
}

function useHoursColumns() {
  const { t, language } = useWords();
  const channels = useAdminChannels().rows;
  return useMemo<Column<AdminOpeningHours>[]>(() => {
    const countries = new Intl.DisplayNames(language, { type: 'region' });
    const followers = ({ id }: AdminOpeningHours) =>
      channels
        .filter(({ routing }) => routing.hoursId === id)
        .map(({ name }) => name)
        .join(', ');
    return [
      {
        id: 'name',
        head: t(($) => $.admin.hours.name),
        sort: ({ name }) => name,
        cell: ({ name }) => <span className="font-med">{name}</span>,
      },
      {
        id: 'place',
        head: t(($) => $.admin.hours.place),
        from: 700,
        cell: ({ place }) => (place === null ? t(($) => $.admin.none) : (countries.of(place.country) ?? place.country)),
      },
      { id: 'channels', head: t(($) => $.admin.hours.channels), cell: followers },
    ];
  }, [t, language, channels]);
}
