import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { type SetUpState, setUpSteps } from '@sidetone/contract/entities/admin-account.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { Check, Clock } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { firstRunSection, useFirstRun } from './steps.ts';
import { useStateText } from './use-state-text.ts';

/** The steps of the first run in the left column: those that are done, and the current one. */
export function StepNav({ narrow }: { narrow: boolean }) {
  const { t } = useWords();
  const { open } = useSearch({ strict: false });
  const { current, stateOf } = useFirstRun(open);
  const stateText = useStateText();
  const company = useLive(phoneQueries.account, {}).rows[0]?.name ?? '';
  return (
    <>
      {narrow ? null : <h2 className="px-3 pt-4 text-12 text-ink-2">{t(($) => $.admin.firstRun.of, { company })}</h2>}
      <ol data-set-up-steps className={cn('grid gap-1', narrow ? 'justify-items-center' : 'pt-2')}>
        {setUpSteps.map((step, place) => {
          const isCurrent = step === current;
          const state = stateOf(step);
          const name = t(($) => $.admin.firstRun.steps[step].name);
          return (
            <li key={step}>
              <Link
                to="/admin/$section"
                params={{ section: firstRunSection }}
                search={{ open: step }}
                aria-current={isCurrent ? 'step' : undefined}
                className={cn(
                  'focus-inset flex items-center gap-3 rounded-m hover:bg-hover',
                  narrow ? 'size-10 justify-center' : 'min-h-13 px-3',
                  isCurrent && 'bg-press',
                )}
              >
                <span
                  aria-hidden
                  className={cn(
                    'grid size-5 flex-none place-items-center rounded-full font-semi text-11',
                    isCurrent ? currentLooks[state] : looks[state],
                  )}
                >
                  <Mark state={state} place={place} isCurrent={isCurrent} />
                </span>
                {narrow ? (
                  <span className="sr-only">{name}</span>
                ) : (
                  <span className="min-w-0">
                    <span className="block truncate font-med">{name}</span>
                    <span className={cn('block truncate text-12', isCurrent ? 'text-ink-2' : texts[state])}>
                      {stateText(step, state)}
                    </span>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ol>
      {narrow ? null : <p className="px-3 pt-4 text-12 text-ink-2">{t(($) => $.admin.firstRun.duration)}</p>}
    </>
  );
}

const looks: Record<SetUpState, string> = {
  done: 'border border-live-line bg-live-tint text-live',
  failed: 'border border-missed-line bg-missed-tint text-missed',
  waiting: 'border border-ring-line bg-ring-tint text-ring',
  skipped: 'border-[1.5px] border-line-control border-dashed text-ink-2',
  open: 'border-[1.5px] border-line-control text-ink-2',
};

/** For the current step: a failure stays visible. */
const currentLooks: Record<SetUpState, string> = {
  done: 'bg-accent-fill text-accent-on',
  failed: 'bg-missed-fill text-missed-on',
  waiting: 'bg-accent-fill text-accent-on',
  skipped: 'bg-accent-fill text-accent-on',
  open: 'bg-accent-fill text-accent-on',
};

/**
 * The colour of the line below the name shows that something is waiting; on the ground of the current step it would be
 * too pale.
 */
const texts: Record<SetUpState, string> = {
  done: 'text-ink-2',
  failed: 'text-missed',
  waiting: 'text-ring',
  skipped: 'text-ink-2',
  open: 'text-ink-2',
};

function Mark({ state, place, isCurrent }: { state: SetUpState; place: number; isCurrent: boolean }) {
  if (state === 'failed') return '!';
  if (isCurrent) return place + 1;
  if (state === 'done') return <Icon of={Check} size={12} />;
  if (state === 'skipped') return <Icon of={Clock} size={12} />;
  return state === 'waiting' ? '!' : place + 1;
}
