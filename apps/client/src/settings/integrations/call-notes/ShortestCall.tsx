import type { User } from '@sidetone/contract/entities/user.ts';
import { loggedCallDurations } from '@sidetone/contract/rules/crm/log-limits.ts';
import { useId, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { changeOwnUser } from '../../change-own-user.ts';
import { useNotSaved } from '../../use-not-saved.ts';
import { stepOf } from './duration-steps.ts';

interface ShortestCallProps {
  me: User;
  disabled: boolean;
  onSaved: () => void;
}

/** Where the handle is, and where it was when that was last sent to the server. */
interface Moved {
  to: number;
  sent: number | null;
}

const least = loggedCallDurations[0] ?? 0;
const most = loggedCallDurations.at(-1) ?? 0;

/** The shortest outgoing calls that are logged; saved when the handle is released. SLOG-015, SCONST-010 */
export function ShortestCall({ me, disabled, onSaved }: ShortestCallProps) {
  const { t } = useWords();
  const [ids, text] = [useId(), useId()];
  const notSaved = useNotSaved();
  const stored = stepOf(me.loggedCallDuration);
  // The handle stays where it was moved until the server has that, also while an earlier place is being saved.
  const [moved, setMoved] = useState<Moved | null>(null);
  if (moved !== null && moved.to === stored && (moved.sent ?? stored) === stored) setMoved(null);
  const seconds = moved?.to ?? stored;
  const move = (to: number) => setMoved((before) => ({ to, sent: before?.sent ?? null }));
  const save = async () => {
    if (seconds === (moved?.sent ?? stored)) return;
    setMoved({ to: seconds, sent: seconds });
    if (await changeOwnUser(me, { loggedCallDuration: seconds }, notSaved)) onSaved();
    else setMoved((now) => (now?.sent === seconds ? null : now));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-m border border-line bg-raised px-4 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <label htmlFor={ids} className="font-med">
          {t(($) => $.callNotes.shortest)}
        </label>
        <p id={text} className="text-12 text-ink-3">
          {t(($) => $.callNotes.shortestText)}
        </p>
      </div>
      <div className="flex min-w-0 flex-auto items-center gap-4 min-[560px]:flex-none">
        <div className="min-w-0 flex-1 min-[560px]:w-65">
          <input
            id={ids}
            type="range"
            min={least}
            max={most}
            step={5}
            value={seconds}
            disabled={disabled}
            aria-describedby={text}
            aria-valuetext={t(($) => $.callNotes.seconds, { count: seconds })}
            onChange={(event) => move(event.currentTarget.valueAsNumber)}
            onPointerUp={() => void save()}
            onKeyUp={() => void save()}
            onBlur={() => void save()}
            className="block h-1 w-full accent-accent-fill"
          />
          <Marks />
        </div>
        <output
          htmlFor={ids}
          className={cn('w-11 flex-none text-right font-semi text-16 tabular-nums', disabled && 'text-ink-3')}
        >
          {t(($) => $.callNotes.short, { count: seconds })}
        </output>
      </div>
    </div>
  );
}

/** The steps below the line, every third with its seconds. They end half a handle before the line does. */
function Marks() {
  const { t } = useWords();
  return (
    <div aria-hidden className="mx-2 mt-2 flex justify-between">
      {loggedCallDurations.map((seconds) => (
        <span key={seconds} className="relative h-5 w-px">
          <span className="absolute top-0 left-0 h-1 w-px bg-line-control" />
          {seconds % 15 === 0 ? (
            <span className="absolute top-1.5 left-0 -translate-x-1/2 whitespace-nowrap text-11 text-ink-3">
              {seconds === least || seconds === most ? t(($) => $.callNotes.short, { count: seconds }) : seconds}
            </span>
          ) : null}
        </span>
      ))}
    </div>
  );
}
