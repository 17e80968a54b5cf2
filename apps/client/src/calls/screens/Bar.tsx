import { Pause, PhoneForwarded } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { type ActiveProps, hasVoices, toneOf } from './Active.tsx';
import { CallTime, PersonAvatar, subtitleOf } from './CallHeader.tsx';
import { AnswerKeys, Forwarded } from './Incoming.tsx';
import { Keypad } from './keys/Keypad.tsx';
import { CallKeys, HangUp } from './keys/Pad.tsx';
import type { Person } from './person.ts';
import { Quality } from './Quality.tsx';
import type { HeaderCall, Running } from './running.ts';
import { RecordedTime, RecordingDot, Status, useRecordingWords } from './Status.tsx';
import { Voices } from './Voices.tsx';

const frame = 'call-bar flex-none bg-raised outline-none [--pbg:var(--bg-raised)]';

/** Running calls in a narrow window: 64 px at its foot, below the edge; two rows where there is no room for one. */
export function Bar({
  call,
  keypadOpen,
  readLevels,
  documented,
  ...actions
}: Omit<ActiveProps, 'sheet' | 'aboutThem'>) {
  const { t } = useWords();
  const { lead, other, conference } = call;
  return (
    <section aria-label={t(($) => $.calls.active)} tabIndex={-1} className={frame}>
      <div className="call-edge" data-tone={toneOf(call)} />
      <Status call={call} without={['held', 'recording']} />
      {documented}
      {keypadOpen && lead.stage === 'talking' ? (
        <div className="mx-auto w-62 pt-1">
          <Keypad typed={call.typed} onTone={actions.onTone} />
        </div>
      ) : null}
      <div className="flex min-h-16 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1">
        <div className={cn('flex min-w-0 flex-auto items-center', other === null ? 'gap-x-3' : 'gap-x-2')}>
          <Who person={lead.person} line={<SecondLine call={call} />} className={other === null ? 'w-37.5' : 'w-31'} />
          <span className="flex-none font-semi">
            <CallTime call={lead} large />
          </span>
          {other === null ? (
            <span className="flex min-w-0 max-w-45 flex-1">
              {hasVoices(call) ? <Voices read={readLevels} label={t(($) => $.calls.levels)} /> : null}
            </span>
          ) : null}
          {lead.stage === 'talking' && !lead.held ? <Quality quality={call.quality} /> : null}
          {other === null ? null : (
            <OtherCall call={other} held={!conference} onSwitch={() => actions.onSwitch(other.id)} />
          )}
        </div>
        <span className="ml-auto flex flex-none items-center gap-2">
          {/* biome-ignore lint/a11y/useSemanticElements: a group of keys is no part of a form */}
          <span role="group" aria-label={t(($) => $.calls.keys)} className="flex flex-none gap-1">
            <CallKeys call={call} keypadOpen={keypadOpen} {...actions} small />
          </span>
          <HangUp call={call} onHangUp={actions.onHangUp} bare={other !== null} className={cn(other && 'px-3')} />
        </span>
      </div>
    </section>
  );
}

/** Under the name: the recording while there is one, else the channel. */
function SecondLine({ call: { recording, channel } }: { call: Running }) {
  const { t } = useWords();
  const words = useRecordingWords(recording);
  if (recording.state === 'none') return channel ?? t(($) => $.calls.private);
  const running = recording.state === 'recording';
  return (
    <span className={cn('flex items-center gap-1.5', running && 'text-missed')}>
      {running ? <RecordingDot /> : null}
      <span className="min-w-0 truncate">{running ? t(($) => $.calls.recording.short) : words}</span>
      {running ? <RecordedTime recording={recording} /> : null}
    </span>
  );
}

interface OtherCallProps {
  call: HeaderCall;
  held: boolean;
  onSwitch: () => void;
}

/** The second call of a warm transfer, as the key that switches to it. */
function OtherCall({ call, held, onSwitch }: OtherCallProps) {
  const { t } = useWords();
  return (
    <button
      type="button"
      onClick={onSwitch}
      className={cn(
        'ml-auto flex h-12 min-w-0 flex-none items-center gap-2 rounded-m px-2.5 text-12',
        held ? 'bg-held-tint text-held hover:brightness-98' : 'bg-well text-live hover:bg-hover',
      )}
    >
      {held ? <Icon of={Pause} /> : null}
      <span className="text-right">
        <b dir="auto" className="block max-w-30 truncate text-right font-semi text-ink">
          {call.person.name}
        </b>
        {held ? (call.ended ?? t(($) => $.calls.onHold)) : <CallTime call={call} />}
      </span>
      <span className="sr-only">{t(($) => $.calls.switchTo, { name: call.person.name })}</span>
    </button>
  );
}

interface RingingBarProps {
  person: Person;
  target: string;
  forwardedFrom: { readonly name: string | null } | null;
  second: boolean;
  onAccept: () => void;
  onDecline: () => void;
}

/** An incoming call, in a narrow window. */
export function RingingBar({ person, target, forwardedFrom, second, onAccept, onDecline }: RingingBarProps) {
  const { t } = useWords();
  const line = [subtitleOf(person), target].filter(Boolean).join(' → ');
  return (
    <section
      aria-label={second ? t(($) => $.calls.second) : t(($) => $.calls.incoming)}
      tabIndex={-1}
      className={frame}
    >
      <div className="call-edge" data-tone="ringing" />
      {forwardedFrom === null ? null : (
        <div className="flex h-7 items-center gap-2 bg-ring-tint px-3 font-med text-12 text-ring">
          <Icon of={PhoneForwarded} size={14} />
          <Forwarded name={forwardedFrom.name} />
        </div>
      )}
      <div className="flex h-16 items-center gap-3 px-3">
        <Who person={person} line={line} className="max-w-90" />
        <span className="flex-1" />
        <span className="flex flex-none gap-2">
          <AnswerKeys onAccept={onAccept} onDecline={onDecline} second={second} size="l" />
        </span>
      </div>
    </section>
  );
}

function Who({ person, line, className }: { person: Person; line: ReactNode; className: string }) {
  return (
    <>
      <PersonAvatar person={person} size="m" />
      <div className={cn('min-w-0', className)}>
        <b dir="auto" className="block truncate text-left font-semi">
          {person.name}
        </b>
        <span className="block truncate text-12 text-ink-3">{line}</span>
      </div>
    </>
  );
}
