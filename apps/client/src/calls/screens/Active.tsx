import { Inbox, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { CallHeader, CallTime, subtitleOf } from './CallHeader.tsx';
import { Keypad } from './keys/Keypad.tsx';
import { type CallActions, CallKeys, HangUp } from './keys/Pad.tsx';
import { Quality } from './Quality.tsx';
import type { HeaderCall, Running } from './running.ts';
import { Status } from './Status.tsx';
import { Voices } from './Voices.tsx';

export interface ActiveProps extends CallActions {
  call: Running;
  keypadOpen: boolean;
  readLevels: () => { you: number; them: number };
  /** As wide as the window, in place of the dock in the left column. */
  sheet: boolean;
  /** Says that the call is being documented; null where it is not. */
  documented?: ReactNode;
  /** At the end of the line about the call. */
  aboutThem?: ReactNode;
}

/** The edge of running calls, which says who can hear whom. */
export function toneOf({ lead }: Running): 'ringing' | 'held' | 'live' {
  if (lead.held) return 'held';
  return lead.stage === 'talking' ? 'live' : 'ringing';
}

/** Whether there are voices to be seen: they are those of this tab. */
export function hasVoices({ lead, elsewhere }: Running): boolean {
  return lead.stage === 'talking' && !lead.held && !elsewhere;
}

/** Calls that go out or run, in the left column. */
export function Active({ call, keypadOpen, readLevels, sheet, documented, aboutThem, ...actions }: ActiveProps) {
  const { t } = useWords();
  const { lead, other, transfer, conference } = call;
  return (
    <section
      aria-label={t(($) => $.calls.active)}
      tabIndex={-1}
      className={cn(
        'call-dock flex-none overflow-hidden bg-raised outline-none [--pbg:var(--bg-raised)]',
        sheet ? 'border-line border-t' : 'rounded-l shadow-e2',
      )}
    >
      <div className="call-edge" data-tone={toneOf(call)} />
      <div className={cn(conference && 'pt-1')}>
        <Header call={lead} shape={conference ? 'pair' : 'full'} alone={other === null} onSwitch={actions.onSwitch} />
        {conference && other !== null ? (
          <Header call={other} shape="pair" alone={false} onSwitch={actions.onSwitch} />
        ) : null}
      </div>
      <div
        className={cn(
          'flex h-6 items-center gap-1.5 whitespace-nowrap px-3 text-12 text-ink-3',
          !conference && '-mt-1',
        )}
      >
        <Icon of={call.channel === null ? Inbox : UsersRound} size={14} />
        <span className="min-w-0 flex-1 truncate">{call.channel ?? t(($) => $.calls.private)}</span>
        <span>{call.ownNumber}</span>
        {aboutThem}
      </div>
      {hasVoices(call) ? (
        <div className="flex h-9 items-center gap-2 px-3">
          <Voices read={readLevels} label={t(($) => $.calls.levels)} />
          <Quality quality={call.quality} />
        </div>
      ) : null}
      <Status call={call} />
      {documented}
      {keypadOpen && lead.stage === 'talking' ? <Keypad typed={call.typed} onTone={actions.onTone} /> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a group of keys is no part of a form */}
      <div role="group" aria-label={t(($) => $.calls.keys)} className="@container px-2 pt-1">
        <div className={cn('grid gap-1', sheet ? 'call-six grid-cols-6' : 'grid-cols-3')}>
          <CallKeys call={call} keypadOpen={keypadOpen} {...actions} small={false} />
        </div>
      </div>
      <div className="p-2">
        <HangUp call={call} onHangUp={actions.onHangUp} className="w-full" />
        {transfer && other?.ended === null && !conference ? (
          <Button tone="quiet" size="s" onClick={actions.onCancelTransfer} className="mt-1 w-full">
            {t(($) => $.calls.cancelTransfer)}
          </Button>
        ) : null}
      </div>
      {other !== null && !conference ? (
        <Header call={other} shape="strip" alone={false} onSwitch={actions.onSwitch} />
      ) : null}
    </section>
  );
}

interface HeaderProps {
  call: HeaderCall;
  shape: 'full' | 'pair' | 'strip';
  /** There is no other call, so there is nothing to switch to. */
  alone: boolean;
  onSwitch: (id: string) => void;
}

function Header({ call, shape, alone, onSwitch }: HeaderProps) {
  const { t } = useWords();
  const label = t(($) => $.calls.switchTo, { name: call.person.name });
  const action = { label, run: () => onSwitch(call.id) };
  return (
    <CallHeader
      key={call.id}
      person={call.person}
      subtitle={subtitleOf(call.person)}
      shape={shape}
      {...(alone || call.ended !== null ? {} : { action })}
    >
      <CallTime call={call} />
    </CallHeader>
  );
}
