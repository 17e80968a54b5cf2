import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { channelRoutes } from '@sidetone/contract/http/channel-routes.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { mayAdministerSomething } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { useNavigate } from '@tanstack/react-router';
import { AppWindow, Building2, LogOut, MessageSquare, MonitorDown, Moon, PhoneForwarded, Settings } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import { fullName } from '#contacts/colleagues.ts';
import { useOwnPresence } from '#contacts/use-own-presence.ts';
import { switchForwarding, useOwnForwarding } from '#forwarding/own-forwarding.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { useIsTestAccount } from '#live/queries/flags.ts';
import { patchLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { useDialogs } from '#pages/dialogs.ts';
import { isDebugMode } from '#platform/debug-mode.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { inTurn } from '#platform/in-turn.ts';
import { settingsHotkey } from '#platform/shortcuts.ts';
import { useVersion } from '#settings/use-version.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Menu, MenuCheck, MenuItem, MenuLink, MenuSeparator } from '#ui/Menu.tsx';
import { toast } from '#ui/toasts.ts';
import { AudioButtons, AudioMenus } from './AudioMenus.tsx';
import { FeatureHint } from './menu/FeatureHint.tsx';
import { VersionItems } from './menu/VersionItems.tsx';
import { changelogDialog } from './NewsSlot.tsx';
import { leaveDevice } from './use-device.ts';

const DeveloperItems = lazyPart(() => import('./menu/DeveloperItems.tsx').then((part) => part.DeveloperItems));

/** The user at the foot of the left column, and their own settings; beside them microphone and speaker. */
export function UserMenu({ compact = false }: { compact?: boolean }) {
  const me = useMe();
  return me ? <OwnMenu me={me} compact={compact} /> : <div className="mt-1 h-12 flex-none" />;
}

function OwnMenu({ me, compact }: { me: User; compact: boolean }) {
  const { t } = useWords();
  const [wasOpened, setWasOpened] = useState(false);
  const name = fullName(me);
  const { mark, word } = useOwnPresence(me);
  const presence = t(($) => $.people.presence[word]);
  return (
    <div className="relative flex flex-none flex-col">
      <FeatureHint found={wasOpened} compact={compact} />
      <div className={cn('flex flex-none items-center', compact ? '' : 'mt-1')}>
        <Menu
          side={compact ? 'right' : 'top'}
          align={compact ? 'end' : 'start'}
          className="w-[300px]"
          onOpenChange={(open) => open && setWasOpened(true)}
          trigger={
            <button
              type="button"
              className={cn(
                'flex items-center rounded-m hover:bg-hover data-popup-open:bg-hover',
                compact ? 'size-10 justify-center' : 'h-12 min-w-0 flex-1 gap-2 pr-1 pl-2',
              )}
            >
              <Avatar
                name={name}
                imageUrl={me.avatarUrl ?? null}
                presence={mark}
                className="[--pbg:var(--bg-sidebar)]"
              />
              <span className="sr-only">{t(($) => $.app.menu.open)}</span>
              {compact ? (
                <span className="sr-only">{`${name}, ${presence}`}</span>
              ) : (
                <span className="min-w-0 flex-1 text-left">
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
              <div className="truncate font-med">
                {t(($) => $.app.menu[partOfDay(new Date())], { name: me.firstName })}
              </div>
              <div className="truncate text-12 text-ink-3">{presence}</div>
            </div>
          </div>
          <BusyItem me={me} />
          <ForwardingItem />
          <MenuSeparator />
          <AudioMenus />
          <MenuSeparator />
          <AppItems isAdmin={mayAdministerSomething(me)} webUserId={me.webUserId} accountId={me.masterSipId} />
        </Menu>
        {compact ? null : <AudioButtons />}
      </div>
    </div>
  );
}

/** The last press counts on the server too, however long the one before takes. */
const presses = inTurn<void>();

/** Do not disturb: shown immediately, and taken back where the server refuses it. */
function BusyItem({ me }: { me: User }) {
  const { t } = useWords();
  const hasNeoPbx = useHasNeoPbx();
  const disturb = async (isDnd: boolean) => {
    const shown = patchLive(phoneQueries.me, me.id, { isDnd });
    const press = presses.run(me.id, async () => {
      // The newer generation has routes of its own for it; both set one value.
      if (hasNeoPbx) await call(isDnd ? channelRoutes.activateDnd : channelRoutes.deactivateDnd, {});
      else await call(sessionRoutes.updateUser, { body: { isDnd } });
    });
    try {
      await confirmed([shown], () => press);
    } catch (cause) {
      console.warn('[shell] busy not set', cause);
      // The user has changed it again by now.
      if (!presses.isLast(me.id, press)) return;
      toast({
        id: 'busy-failed',
        tone: 'error',
        title: t(($) => (isDnd ? $.shell.busyFailed : $.shell.availableFailed)),
        text: t(($) => (isDnd ? $.shell.busyFailedText : $.shell.availableFailedText)),
      });
    }
  };
  return (
    <>
      <MenuCheck icon={Moon} checked={me.isDnd} onChange={(isDnd) => void disturb(isDnd)}>
        {t(($) => $.app.menu.busy)}
      </MenuCheck>
      {me.isDnd ? <div className="pr-2 pb-1.5 pl-8.5 text-12 text-ink-3">{t(($) => $.shell.queuesRest)}</div> : null}
    </>
  );
}

/** The user's own rules of forwarding, switched on or off; not there while there are none. */
function ForwardingItem() {
  const { t } = useWords();
  const own = useOwnForwarding();
  if (own === null || own.forwarding.rules.length === 0) return null;
  const turn = async (isOn: boolean) => {
    try {
      await switchForwarding(own, isOn);
    } catch (error) {
      toast({
        id: 'forwarding-failed',
        tone: 'error',
        title: t(($) => $.forwarding.menuFailed),
        text: t(($) => $.errors[codeOf(error)], { detail: '' }),
      });
    }
  };
  return (
    <MenuCheck icon={PhoneForwarded} checked={own.forwarding.isOn} onChange={(isOn) => void turn(isOn)}>
      {t(($) => $.forwarding.menu)}
    </MenuCheck>
  );
}

interface AppItemsProps {
  isAdmin: boolean;
  webUserId: string;
  accountId: string;
}

/** The links of the menu: to news, other programs, settings, and out of the app. */
function AppItems({ isAdmin, webUserId, accountId }: AppItemsProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const version = useVersion();
  const isTestAccount = useIsTestAccount();
  const onWeb = bridge().kind === 'browser';
  const download = useExternalLink('appDownload', { webUserId, accountId });
  const webphone = useExternalLink('webphone', { webUserId, accountId });
  return (
    <>
      {version === null ? null : (
        <>
          <VersionItems version={version} onChanges={() => dialogs.open(changelogDialog)} />
          <MenuSeparator />
        </>
      )}
      {onWeb && download !== null ? (
        <MenuLink icon={MonitorDown} href={download}>
          {t(($) => $.shell.getApp)}
        </MenuLink>
      ) : null}
      {onWeb && webphone !== null ? (
        <MenuLink icon={AppWindow} href={webphone}>
          {t(($) => $.shell.webphone)}
        </MenuLink>
      ) : null}
      <MenuItem icon={MessageSquare} onSelect={() => dialogs.open('feedback')}>
        {t(($) => $.shell.feedback)}
      </MenuItem>
      {isAdmin ? (
        <MenuItem icon={Building2} onSelect={() => void navigate({ to: '/admin' })}>
          {t(($) => $.app.menu.administration)}
        </MenuItem>
      ) : null}
      <MenuItem icon={Settings} hotkey={settingsHotkey} onSelect={() => dialogs.open('settings')}>
        {t(($) => $.settings.title)}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void leaveDevice()}>
        {t(($) => $.app.menu.signOut)}
      </MenuItem>
      {isTestAccount || isDebugMode() ? (
        <Suspense>
          <MenuSeparator />
          <DeveloperItems />
        </Suspense>
      ) : null}
    </>
  );
}

function partOfDay(now: Date): 'morning' | 'day' | 'evening' {
  const hour = now.getHours();
  if (hour >= 4 && hour < 11) return 'morning';
  return hour >= 18 || hour < 4 ? 'evening' : 'day';
}
