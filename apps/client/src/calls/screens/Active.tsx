import { Grip, Inbox, Mic, MicOff, Pause, Phone, Play } from 'lucide-react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { CallHeader, subtitleOf } from './CallHeader.tsx';
import { CallKey } from './CallKey.tsx';
import { callHotkeys, joinedKeys } from './call-keys.ts';
import { Keypad } from './Keypad.tsx';
import type { Person } from './person.ts';
import { Status } from './Status.tsx';
import { useSeconds } from './use-seconds.ts';
import { Voices } from './Voices.tsx';

/** A call that goes out or runs, as plain facts. */
export interface RunningCall {
  readonly person: Person;
  readonly channel: string;
  readonly ownNumber: string;
  readonly stage: 'dialling' | 'connecting' | 'talking';
  readonly establishedAt: number | null;
  readonly muted: boolean;
  readonly held: boolean;
  readonly typed: string;
  readonly elsewhere: boolean;
}

/** What its keys do. */
export interface CallActions {
  readonly onMute: () => void;
  readonly onHold: () => void;
  readonly onHangUp: () => void;
  readonly onTone: (tone: string) => void;
  readonly onKeypad: () => void;
}

export interface ActiveProps extends CallActions {
  call: RunningCall;
  keypadOpen: boolean;
  readLevels: () => { you: number; them: number };
  /** As wide as the window, in place of the dock in the left column. */
  sheet: boolean;
}

/** The edge of a running call: who can hear whom. */
export function toneOf({ stage, held }: RunningCall): 'ringing' | 'held' | 'live' {
  if (held) return 'held';
  return stage === 'talking' ? 'live' : 'ringing';
}

/** A call that goes out or runs, in the left column. */
export function Active({ call, keypadOpen, readLevels, sheet, ...actions }: ActiveProps) {
  const { t } = useWords();
  const talking = call.stage === 'talking';
  return (
    <section
      aria-label={t(($) => $.calls.active)}
      className={cn(
        'call-dock flex-none overflow-hidden bg-raised [--pbg:var(--bg-raised)]',
        sheet ? 'border-line border-t' : 'rounded-l shadow-e2',
      )}
    >
      <div className="call-edge" data-tone={toneOf(call)} />
      <CallHeader person={call.person} subtitle={subtitleOf(call.person)}>
        <CallTime call={call} />
      </CallHeader>
      <div className="-mt-1 flex h-6 items-center gap-1.5 whitespace-nowrap px-3 text-12 text-ink-3">
        <Icon of={Inbox} size={14} />
        <span className="min-w-0 flex-1 truncate">{call.channel}</span>
        <span>{call.ownNumber}</span>
      </div>
      {talking && !call.held && !call.elsewhere ? (
        <div className="flex h-9 items-center gap-2 px-3">
          <Voices read={readLevels} label={t(($) => $.calls.levels)} />
        </div>
      ) : null}
      <Status held={call.held} muted={call.muted} elsewhere={call.elsewhere} />
      {keypadOpen && talking ? <Keypad typed={call.typed} onTone={actions.onTone} /> : null}
      <div className="grid grid-cols-3 gap-1 px-2 pt-1">
        <CallKeys call={call} keypadOpen={keypadOpen} {...actions} small={false} />
      </div>
      <div className="p-2">
        <HangUp onHangUp={actions.onHangUp} className="w-full" />
      </div>
    </section>
  );
}

interface CallKeysProps extends CallActions {
  call: RunningCall;
  keypadOpen: boolean;
  small: boolean;
}

/** Mute, keypad and hold. The last two rest until somebody has answered. */
export function CallKeys({ call, keypadOpen, onMute, onHold, onKeypad, small }: CallKeysProps) {
  const { t } = useWords();
  const talking = call.stage === 'talking';
  return (
    <>
      <CallKey
        icon={call.muted ? MicOff : Mic}
        label={call.muted ? t(($) => $.calls.muted) : t(($) => $.calls.mute)}
        hotkey={callHotkeys.mute}
        pressed={call.muted}
        onPress={onMute}
        small={small}
      />
      <CallKey
        icon={Grip}
        label={t(($) => $.calls.keypad)}
        hotkey={callHotkeys.keypad}
        pressed={keypadOpen && talking}
        disabled={!talking}
        onPress={onKeypad}
        small={small}
      />
      <CallKey
        icon={call.held ? Play : Pause}
        label={call.held ? t(($) => $.calls.resume) : t(($) => $.calls.hold)}
        hotkey={callHotkeys.hold}
        pressed={call.held}
        tone="held"
        disabled={!talking}
        onPress={onHold}
        small={small}
      />
    </>
  );
}

/** The red key. */
export function HangUp({ onHangUp, className }: { onHangUp: () => void; className?: string }) {
  const { t } = useWords();
  return (
    <Button tone="hang" size="l" onClick={onHangUp} className={cn(className)}>
      <Icon of={Phone} className="rotate-135" />
      {t(($) => $.calls.hangUp)}
      <span aria-hidden>
        <Kbd inherit className="opacity-100">
          {joinedKeys(callHotkeys.hangUp)}
        </Kbd>
      </span>
    </Button>
  );
}

/** How long, or what it is waiting for. */
export function CallTime({ call, large = false }: { call: RunningCall; large?: boolean }) {
  const { t } = useWords();
  const seconds = useSeconds(call.establishedAt);
  if (call.held) {
    return (
      <span className="flex items-center gap-1.5 text-held">
        {t(($) => $.calls.onHold)}
        <Icon of={Pause} />
      </span>
    );
  }
  if (call.stage === 'talking') {
    return <span className={cn('text-live tabular-nums', large && 'text-16')}>{formatDuration(seconds)}</span>;
  }
  return (
    <span className="text-ring">
      {call.stage === 'dialling' ? t(($) => $.calls.dialling) : t(($) => $.calls.connecting)}
    </span>
  );
}
