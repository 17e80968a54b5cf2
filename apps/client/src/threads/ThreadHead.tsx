import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { ThreadInfo, ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { ArrowLeft, BookUser, CheckCheck, Copy, Ellipsis, Info, Phone } from 'lucide-react';
import { BlockMenuItems } from '#blocked/BlockMenuItems.tsx';
import { ContactShortcuts, ContactSource } from '#contacts/ContactShortcuts.tsx';
import { useCanCall } from '#contacts/can-call.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { NumberMenuItems } from '#contacts/NumberMenuItems.tsx';
import type { NumberActions } from '#contacts/number-actions.ts';
import { presenceLook } from '#contacts/presence.ts';
import { dayOf, formatDay, formatLongDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { copyNumber } from './copy-number.ts';
import { useNumberWords } from './use-number-words.ts';

interface ThreadHeadProps {
  of: ThreadOf;
  name: string;
  channelName: string;
  /** Null while it is not known. */
  info: ThreadInfo | null;
  /** The number that they are called at from here; null where there is none. */
  best: ThreadInfo['phoneNumbers'][number] | null;
  /** The details around the calls have no room beside them. */
  onAbout: (() => void) | null;
  /** Null where the other side is not a contact. */
  onContact: (() => void) | null;
  /** Null for users who may not write contacts. */
  numberActions: NumberActions | null;
  /** Unresolved calls of the thread, or of its calls about the chosen topic, also of those that are not loaded. */
  unresolved: number;
  onResolveAll: () => void;
  onCall: () => void;
  onBack: () => void;
}

/** Head of a thread: the way back, who it is with, since when, and the call. */
export function ThreadHead(props: ThreadHeadProps) {
  const { of, name, channelName, info, best, unresolved } = props;
  const { t } = useWords();
  const words = useNumberWords();
  const colleagues = useColleagues();
  const canCall = useCanCall();
  const remote: Remote | null = info?.remote ?? null;
  const contactId = remote?.contactId ?? remote?.userId ?? null;
  const colleague = remote?.userId == null ? undefined : colleagues.get(remote.userId);
  const label = (info?.phoneNumbers.length ?? 0) > 1 && best ? words.label(best.label) : null;
  const callText = label === null ? t(($) => $.threads.call) : t(($) => $.threads.callLabel, { label });
  return (
    <header className="flex h-18 flex-none items-center gap-2 border-line border-b pr-4 pl-3 max-[559px]:h-14 max-[559px]:pr-2 max-[559px]:pl-1">
      <IconButton
        icon={ArrowLeft}
        size={32}
        label={t(($) => $.threads.back, { channel: channelName })}
        hotkey="Escape"
        onClick={props.onBack}
      />
      <Avatar
        size="l"
        name={remote?.name ?? null}
        imageUrl={remote?.avatarUrl ?? null}
        square={remote?.avatarType === 'organization'}
        anonymous={of.kind === 'anonymous'}
        presence={colleague ? presenceLook(colleague.neoPbxStatus).mark : null}
        className="max-[559px]:hidden"
      />
      <div className="ml-1 min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <h1 className="min-w-0 truncate font-semi text-16">{name}</h1>
          {remote?.isTeam ? <Chip line>{t(($) => $.threads.team)}</Chip> : null}
          <ContactSource contactId={contactId} />
        </div>
        <p className="truncate text-ink-3">{useBelow(of, remote, info, channelName)}</p>
      </div>
      <Button onClick={props.onCall} disabled={best === null || !canCall}>
        <Icon of={Phone} className={best === null ? 'text-ink-3' : 'text-live'} />
        <span className="max-[559px]:sr-only">{callText}</span>
        {best === null ? null : (
          <span aria-hidden className="max-[559px]:hidden">
            <Kbd>C</Kbd>
          </span>
        )}
      </Button>
      <span className="flex">
        <ContactShortcuts contactId={contactId} />
        {props.onAbout ? (
          <IconButton
            icon={Info}
            label={t(($) => $.threads.about, { name })}
            aria-haspopup="dialog"
            onClick={props.onAbout}
          />
        ) : null}
        {best === null && unresolved === 0 && props.onContact === null ? null : (
          <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.threads.more)} />}>
            {props.onContact === null ? null : (
              <MenuItem icon={BookUser} onSelect={props.onContact}>
                {t(($) => $.contacts.open)}
              </MenuItem>
            )}
            {props.onContact === null ? (
              <NumberMenuItems number={best?.number ?? null} actions={props.numberActions} />
            ) : null}
            {best === null ? null : (
              <MenuItem icon={Copy} onSelect={() => copyNumber(best.number)}>
                {t(($) => $.threads.copyNumber)}
              </MenuItem>
            )}
            <BlockMenuItems number={remote?.userId == null ? (best?.number ?? null) : null} />
            {unresolved === 0 ? null : (
              <MenuItem icon={CheckCheck} onSelect={props.onResolveAll}>
                {t(($) => $.threads.resolveAll, { count: unresolved })}
              </MenuItem>
            )}
          </Menu>
        )}
      </span>
    </header>
  );
}

/** Below the name: organisation and number, in which channel, since when. */
function useBelow(of: ThreadOf, remote: Remote | null, info: ThreadInfo | null, channel: string): string {
  const { t, language } = useWords();
  const words = useNumberWords();
  const year = new Date().getFullYear();
  const zone = useCallZone();
  const first = info?.firstCallAt ?? null;
  const day = first === null ? null : dayOf(new Date(first), zone);
  const inChannel = t(($) => $.threads.inChannel, { channel });
  if (of.kind === 'anonymous') return `${t(($) => $.threads.withheld)} · ${inChannel}`;
  const since =
    day === null
      ? inChannel
      : of.kind === 'number'
        ? t(($) => $.threads.firstCall, { day: formatDay(day, language, year) })
        : t(($) => $.threads.inSince, { channel, day: formatLongDay(day, language, year) });
  const who =
    of.kind === 'number' && remote?.name != null
      ? words.number(of.number)
      : remote?.organization !== remote?.name
        ? (remote?.organization ?? null)
        : null;
  return [who, since].filter((part) => part !== null).join(' · ');
}
