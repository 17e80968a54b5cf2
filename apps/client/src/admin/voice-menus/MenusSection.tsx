import type { AdminVoiceMenu } from '@sidetone/contract/entities/voice-menu.ts';
import { voiceMenuRoutes } from '@sidetone/contract/http/admin/voice-menu-routes.ts';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import type { Column } from '#ui/DataTable.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { useAnnouncements } from '../announcements/announcements.ts';
import { useAdminChannels, useVoiceMenus } from '../directory.ts';
import { RowMenu } from '../RowMenu.tsx';
import { TableSection } from '../TableSection.tsx';
import { useRemoval } from '../use-removal.tsx';
import { MenuPanel } from './MenuPanel.tsx';
import { idOf, targetWords } from './menu-words.ts';

/** Voice menus: what callers hear before a channel, and where each key leads. */
export function MenusSection() {
  const { t } = useWords();
  const { rows, status } = useVoiceMenus();
  const columns = useMenuColumns();
  const { askRemove, question } = useRemoval<AdminVoiceMenu>({
    words: ({ name }) => ({
      title: t(($) => $.admin.menus.remove.title, { name }),
      text: t(($) => $.admin.menus.remove.text),
      action: t(($) => $.admin.menus.remove.action),
      done: { title: t(($) => $.admin.menus.remove.done) },
    }),
    remove: ({ id }) => call(voiceMenuRoutes.deleteVoiceMenu, { params: { menuId: id } }),
  });
  return (
    <>
      <TableSection
        title={t(($) => $.admin.sections.menus)}
        note={status === 'ready' && rows.length > 0 ? String(rows.length) : undefined}
        search={t(($) => $.admin.menus.filter)}
        texts={({ name }) => [name]}
        add={t(($) => $.admin.menus.add)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        menu={(menu) => (
          <RowMenu name={menu.name}>
            <MenuItem icon={Trash2} onSelect={() => askRemove(menu)}>
              {t(($) => $.admin.menus.remove.action)}
            </MenuItem>
          </RowMenu>
        )}
        empty={{ title: t(($) => $.admin.menus.empty), text: t(($) => $.admin.menus.emptyText) }}
        panel={({ row, name, close }) =>
          row || name === 'new' ? <MenuPanel key={name} menu={row ?? null} onClose={close} /> : null
        }
      />
      {question}
    </>
  );
}

function useMenuColumns() {
  const { t } = useWords();
  const channels = useAdminChannels().rows;
  const menus = useVoiceMenus().rows;
  const announcements = useAnnouncements();
  return useMemo<Column<AdminVoiceMenu>[]>(() => {
    const names = new Map([...channels, ...menus, ...announcements].map(({ id, name }) => [id, name]));
    const leadsTo = ({ keys }: AdminVoiceMenu) =>
      keys.map(({ key, target }) => `${key}: ${targetWords(t, target, names.get(idOf(target)) ?? null)}`).join(', ');
    return [
      {
        id: 'name',
        head: t(($) => $.admin.menus.name),
        sort: ({ name }) => name,
        cell: ({ name }) => <span className="font-med">{name}</span>,
      },
      {
        id: 'keys',
        head: t(($) => $.admin.menus.keys),
        from: 700,
        sort: ({ keys }) => keys.length,
        cell: leadsTo,
      },
    ];
  }, [t, channels, menus, announcements]);
}
