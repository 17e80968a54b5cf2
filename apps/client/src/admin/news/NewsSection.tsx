import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { AdminInfoBanner } from '@sidetone/contract/entities/admin-banner.ts';
import { adminBannerRoutes } from '@sidetone/contract/http/admin/banner-routes.ts';
import { Power, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import type { Column } from '#ui/DataTable.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { formatMoment } from '../format.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useSwitch } from '../run.ts';
import { TableSection } from '../TableSection.tsx';
import { useRemoval } from '../use-removal.tsx';
import { BannerPanel } from './BannerPanel.tsx';
import { bannerState } from './banner-form.ts';
import { useAudience } from './use-audience.ts';

const stateTones: Record<ReturnType<typeof bannerState>, StateTone> = { on: 'live', off: 'off', over: 'off' };
const typeTones: Record<AdminInfoBanner['type'], StateTone> = {
  SUCCESS: 'live',
  INFO: 'held',
  WARNING: 'ring',
  ERROR: 'missed',
};

/** News that users see above the app. */
export function NewsSection() {
  const { t, language } = useWords();
  const { rows, status } = useLive(adminQueries.adminInfoBanners, {});
  const columns = useNewsColumns();
  const switchBanner = useSwitch<AdminInfoBanner>({
    change: ({ id }, enabled) =>
      call(adminBannerRoutes.changeInfoBanner, { params: { bannerId: id }, body: { enabled } }),
    done: (_banner, enabled) => t(($) => (enabled ? $.admin.news.switchedOn : $.admin.news.switchedOff)),
  });
  const { askRemove, question } = useRemoval<AdminInfoBanner>({
    words: ({ message }) => ({
      title: t(($) => $.admin.news.remove.title),
      text: message[language],
      action: t(($) => $.admin.news.remove.action),
      done: { title: t(($) => $.admin.news.remove.done) },
    }),
    remove: ({ id }) => call(adminBannerRoutes.removeInfoBanner, { params: { bannerId: id } }),
  });
  return (
    <>
      <TableSection
        title={t(($) => $.admin.sections.news)}
        note={status === 'ready' && rows.length > 0 ? String(rows.length) : undefined}
        search={t(($) => $.admin.news.filter)}
        texts={({ message }) => [message.de, message.en]}
        add={t(($) => $.admin.news.add)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        menu={(banner) => (
          <RowMenu name={banner.message[language]}>
            <MenuItem icon={Power} onSelect={() => void switchBanner(banner, !banner.enabled)}>
              {t(($) => (banner.enabled ? $.admin.news.switchOff : $.admin.news.switchOn))}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} onSelect={() => askRemove(banner)}>
              {t(($) => $.admin.news.remove.action)}
            </MenuItem>
          </RowMenu>
        )}
        empty={{ title: t(($) => $.admin.news.empty), text: t(($) => $.admin.news.emptyText) }}
        panel={({ row, name, close }) =>
          row || name === 'new' ? <BannerPanel key={name} banner={row ?? null} onClose={close} /> : null
        }
      />
      {question}
    </>
  );
}

function useNewsColumns() {
  const { t, language } = useWords();
  const audienceOf = useAudience();
  return useMemo<Column<AdminInfoBanner>[]>(
    () => [
      {
        id: 'message',
        head: t(($) => $.admin.news.message),
        sort: ({ message }) => message[language],
        cell: ({ message }) => <span className="line-clamp-2 font-med">{message[language]}</span>,
      },
      {
        id: 'type',
        head: t(($) => $.admin.news.type),
        from: 700,
        cell: ({ type }) => <StateBadge tone={typeTones[type]}>{t(($) => $.admin.news.types[type])}</StateBadge>,
      },
      { id: 'audience', head: t(($) => $.admin.news.audience), from: 1000, cell: audienceOf },
      {
        id: 'priority',
        head: t(($) => $.admin.news.priority),
        align: 'end',
        sort: ({ priority }) => priority,
        from: 700,
        cell: ({ priority }) => priority,
      },
      {
        id: 'expires',
        head: t(($) => $.admin.news.expires),
        sort: ({ expires }) => expires ?? '~',
        from: 700,
        cell: ({ expires }) => (expires === null ? t(($) => $.admin.news.never) : formatMoment(expires, language)),
      },
      {
        id: 'state',
        head: t(($) => $.admin.news.state),
        cell: (banner) => {
          const state = bannerState(banner, Date.now());
          return <StateBadge tone={stateTones[state]}>{t(($) => $.admin.news.states[state])}</StateBadge>;
        },
      },
    ],
    [t, language, audienceOf],
  );
}
