import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { UserChange } from '@sidetone/contract/entities/user.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { useNavigate } from '@tanstack/react-router';
import { Building2, LogOut, Monitor, Moon, MoonStar, Settings, Sun } from 'lucide-react';
import { useStore } from 'zustand';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import { fullName, useColleagues } from '#contacts/colleagues.ts';
import { presenceLook } from '#contacts/presence.ts';
import { changeLanguage, type Language } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/api-error.ts';
import { call } from '#live/http.ts';
import { patchLive } from '#live/live.ts';
import { useMe } from '#live/me.ts';
import { signOut } from '#live/session.ts';
import { settingsHotkey } from '#platform/shortcuts.ts';
import { chooseTheme, type Theme, theme } from '#platform/theme.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { toast } from '#ui/toasts.ts';
import { useDialogs } from './dialogs.ts';

/** The person at the foot of the left column, and what is theirs to set. */
export function UserMenu({ compact = false }: { compact?: boolean }) {
  const { t, language } = useWords();
  const me = useMe();
  const hasNeoPbx = useHasNeoPbx();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const colleagues = useColleagues();
  const chosen = useStore(theme, (state) => state.theme);
  if (!me) return <div className="mt-1 h-12 flex-none" />;

  const name = fullName(me);
  const status = me.isDnd ? 'DND' : (colleagues.get(me.webUserId)?.neoPbxStatus ?? 'UNKNOWN');
  const { mark, word } = presenceLook(status);
  const presence = t(($) => $.people.presence[word]);

  const change = (wanted: UserChange) => confirmed(wanted, () => call(phoneRoutes.updateUser, { body: wanted }));
  // The newer generation has calls of its own for it; both set one value.
  const disturb = (isDnd: boolean) =>
    hasNeoPbx
      ? confirmed({ isDnd }, () => call(isDnd ? phoneRoutes.activateDnd : phoneRoutes.deactivateDnd, {}))
      : change({ isDnd });
  const confirmed = async (wanted: UserChange, order: () => Promise<unknown>) => {
    const takeBack = patchLive(phoneQueries.me, me.id, wanted as Partial<typeof me>);
    try {
      await order();
    } catch (error) {
      takeBack();
      toast({ tone: 'error', title: t(($) => $.inbox.notSaved), text: t(($) => $.errors[codeOf(error)]) });
    }
  };
  const speak = (next: Language) => {
    void changeLanguage(next);
    void change({ locale: next });
  };

  return (
    <Menu
      side={compact ? 'right' : 'top'}
      align={compact ? 'end' : 'start'}
      className="w-[248px]"
      trigger={
        <button
          type="button"
          className={cn(
            'flex flex-none items-center rounded-m hover:bg-hover data-popup-open:bg-hover',
            compact ? 'size-10 justify-center' : 'mt-1 h-12 gap-2 pr-1 pl-2',
          )}
        >
          <Avatar name={name} imageUrl={me.avatarUrl ?? null} presence={mark} className="[--pbg:var(--bg-sidebar)]" />
          <span className="sr-only">{t(($) => $.app.menu.open)}</span>
          {compact ? (
            <span className="sr-only">{`${name}, ${presence}`}</span>
          ) : (
            <span className="min-w-0 flex-1">
              <span className="block truncate font-med leading-4">{name}</span>
              <span className="block truncate text-12 text-ink-3">{presence}</span>
            </span>
          )}
        </button>
      }
    >
      <div className="flex items-center gap-3 p-2">
        <Avatar name={name} imageUrl={me.avatarUrl ?? null} size="m" presence={mark} />
        <div className="min-w-0 flex-1">
          <div className="truncate font-med">{t(($) => $.app.menu[partOfDay(new Date())], { name: me.firstName })}</div>
          <div className="truncate text-12 text-ink-3">{presence}</div>
        </div>
      </div>
      <MenuCheck icon={Moon} checked={me.isDnd} onChange={(isDnd) => void disturb(isDnd)}>
        {t(($) => $.app.menu.busy)}
      </MenuCheck>
      <MenuSeparator />
      <MenuChoice<Theme>
        label={t(($) => $.app.menu.theme)}
        value={chosen}
        onChange={chooseTheme}
        options={[
          { value: 'system', label: t(($) => $.app.menu.themeSystem), icon: Monitor },
          { value: 'light', label: t(($) => $.app.menu.themeLight), icon: Sun },
          { value: 'dark', label: t(($) => $.app.menu.themeDark), icon: MoonStar },
        ]}
      />
      <MenuSeparator />
      <MenuChoice<Language>
        label={t(($) => $.app.menu.language)}
        value={language}
        onChange={speak}
        options={[
          { value: 'en', label: 'English' },
          { value: 'de', label: 'Deutsch' },
        ]}
      />
      <MenuSeparator />
      {me.admin ? (
        <MenuItem icon={Building2} onSelect={() => void navigate({ to: '/admin' })}>
          {t(($) => $.app.menu.administration)}
        </MenuItem>
      ) : null}
      <MenuItem icon={Settings} hotkey={settingsHotkey} onSelect={() => dialogs.open('settings/integrations')}>
        {t(($) => $.settings.title)}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {t(($) => $.app.menu.signOut)}
      </MenuItem>
    </Menu>
  );
}

function partOfDay(now: Date): 'morning' | 'day' | 'evening' {
  const hour = now.getHours();
  if (hour >= 4 && hour < 11) return 'morning';
  return hour >= 18 || hour < 4 ? 'evening' : 'day';
}
