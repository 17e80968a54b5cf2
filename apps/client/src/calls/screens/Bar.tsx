import { useWords } from '#i18n/use-words.ts';
import { type ActiveProps, CallKeys, CallTime, HangUp, toneOf } from './Active.tsx';
import { PersonAvatar, subtitleOf } from './CallHeader.tsx';
import { AnswerKeys } from './Incoming.tsx';
import { Keypad } from './Keypad.tsx';
import type { Person } from './person.ts';
import { Status } from './Status.tsx';
import { Voices } from './Voices.tsx';

const frame = 'flex-none bg-raised [--pbg:var(--bg-raised)]';
const row = 'flex h-16 items-center gap-3 px-3';

/** A running call in a narrow window: 64 px at its foot, below the edge. */
export function Bar({ call, keypadOpen, readLevels, ...actions }: Omit<ActiveProps, 'sheet'>) {
  const { t } = useWords();
  const talking = call.stage === 'talking';
  return (
    <section aria-label={t(($) => $.calls.active)} className={frame}>
      <div className="call-edge" data-tone={toneOf(call)} />
      <Status held={false} muted={call.muted && !call.held} elsewhere={call.elsewhere} />
      {keypadOpen && talking ? (
        <div className="mx-auto w-62 pt-1">
          <Keypad typed={call.typed} onTone={actions.onTone} />
        </div>
      ) : null}
      <div className={row}>
        <Who person={call.person} line={call.channel} />
        <span className="flex-none font-semi">
          <CallTime call={call} large />
        </span>
        <span className="flex min-w-0 max-w-45 flex-1">
          {talking && !call.held && !call.elsewhere ? (
            <Voices read={readLevels} label={t(($) => $.calls.levels)} />
          ) : null}
        </span>
        <span className="flex-1" />
        <span className="flex flex-none gap-1">
          <CallKeys call={call} keypadOpen={keypadOpen} {...actions} small />
        </span>
        <HangUp onHangUp={actions.onHangUp} />
      </div>
    </section>
  );
}

interface RingingBarProps {
  person: Person;
  target: string;
  onAccept: () => void;
  onDecline: () => void;
}

/** Somebody calls, in a narrow window. */
export function RingingBar({ person, target, onAccept, onDecline }: RingingBarProps) {
  const { t } = useWords();
  const line = [subtitleOf(person), target].filter(Boolean).join(' → ');
  return (
    <section aria-label={t(($) => $.calls.incoming)} className={frame}>
      <div className="call-edge" data-tone="ringing" />
      <div className={row}>
        <Who person={person} line={line} wide />
        <span className="flex-1" />
        <span className="flex flex-none gap-2">
          <AnswerKeys onAccept={onAccept} onDecline={onDecline} size="l" />
        </span>
      </div>
    </section>
  );
}

function Who({ person, line, wide = false }: { person: Person; line: string; wide?: boolean }) {
  return (
    <>
      <PersonAvatar person={person} size="m" />
      <div className={wide ? 'min-w-0 max-w-90' : 'w-37.5 min-w-0'}>
        <b className="block truncate font-semi">{person.name}</b>
        <span className="block truncate text-12 text-ink-3">{line}</span>
      </div>
    </>
  );
}
