import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { AdminInfoBanner } from '@sidetone/contract/entities/admin-banner.ts';
import { adminBannerRoutes } from '@sidetone/contract/http/admin-banner-routes.ts';
import { Plus, Power, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/http.ts';
import { useLive } from '#live/live.ts';
import { Button } from '#ui/Button.tsx';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { formatMoment, matches } from '../format.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useRun } from '../run.ts';
import { SectionFrame } from '../SectionFrame.tsx';
import { useOpen } from '../use-open.ts';
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

/** News that people see above the app. */
export function NewsSection() {
  const { t, language } = useWords();
  const { rows, status } = useLive(adminQueries.adminInfoBanners, {});
  const { open, setOpen } = useOpen();
  const { run } = useRun();
  const audienceOf = useAudience();
  const [typed, setTyped] = useState('');
  const [question, setQuestion] = useState<Question | null>(null);

  const found = rows.filter(({ message }) => matches(typed, [message.de, message.en]));
  const opened = rows.find((banner) => banner.id === open);

  const columns = useMemo<Column<AdminInfoBanner>[]>(
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

  const change = (banner: AdminInfoBanner, body: { enabled: boolean }) =>
    call(adminBannerRoutes.changeInfoBanner, { params: { bannerId: banner.id }, body });
  const switchBanner = async (banner: AdminInfoBanner, enabled: boolean) => {
    await run(() => change(banner, { enabled }), {
      title: t(($) => (enabled ? $.admin.news.switchedOn : $.admin.news.switchedOff)),
      action: { label: t(($) => $.app.undo), run: () => void switchBanner(banner, !enabled) },
    });
  };
  const askRemove = (banner: AdminInfoBanner) =>
    setQuestion({
      title: t(($) => $.admin.news.remove.title),
      text: banner.message[language],
      action: t(($) => $.admin.news.remove.action),
      run: async () => {
        const params = { bannerId: banner.id };
        await run(() => call(adminBannerRoutes.removeInfoBanner, { params }), {
          title: t(($) => $.admin.news.remove.done),
        });
      },
    });

  return (
    <>
      <SectionFrame
        title={t(($) => $.admin.sections.news)}
        note={status === 'ready' && rows.length > 0 ? String(rows.length) : undefined}
        search={{ label: t(($) => $.admin.news.filter), value: typed, onChange: setTyped }}
        actions={
          <Button tone="primary" size="l" onClick={() => setOpen('new')}>
            <Icon of={Plus} />
            {t(($) => $.admin.news.add)}
          </Button>
        }
      >
        <DataTable
          label={t(($) => $.admin.sections.news)}
          rows={found}
          columns={columns}
          rowKey={(banner) => banner.id}
          onOpen={(banner) => setOpen(banner.id)}
          current={open}
          loading={status === 'loading'}
          end={(banner) => (
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
          endLabel={t(($) => $.admin.actions)}
          moreLabel={t(($) => $.admin.more)}
          empty={
            rows.length > 0 ? (
              <Empty title={t(($) => $.admin.noMatch)} text={t(($) => $.admin.noMatchText)} />
            ) : (
              <Empty title={t(($) => $.admin.news.empty)} text={t(($) => $.admin.news.emptyText)} />
            )
          }
        />
      </SectionFrame>
      {open === 'new' ? <BannerPanel banner={null} onClose={() => setOpen(null)} /> : null}
      {opened ? <BannerPanel key={opened.id} banner={opened} onClose={() => setOpen(null)} /> : null}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}
