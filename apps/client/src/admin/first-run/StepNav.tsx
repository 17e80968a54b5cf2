import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { type SetUpState, setUpSteps } from '@sidetone/contract/entities/admin-account.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/live.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { firstRunSection, useFirstRun } from './steps.ts';

/** The steps of the first run in the left column: which are done, and which one this is. */
export function StepNav({ narrow }: { narrow: boolean }) {
  const { t } = useWords();
  const { open } = useSearch({ strict: false });
  const { current, stateOf } = useFirstRun(open);
  const company = useLive(phoneQueries.account, {}).rows[0]?.name ?? '';
  return (
    <>
      {narrow ? null : <h2 className="px-2 pt-4 text-11 text-ink-2">{t(($) => $.admin.firstRun.of, { company })}</h2>}
      <ol className={cn('grid gap-1', narrow ? 'justify-items-center' : 'pt-2')}>
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
                  'focus-inset flex items-center gap-3 rounded-m px-2 hover:bg-hover',
                  narrow ? 'size-10 justify-center' : 'min-h-12',
                  isCurrent && 'bg-press',
                )}
              >
                <span
                  aria-hidden
                  className={cn(
                    'grid size-5 flex-none place-items-center rounded-full font-semi text-11',
                    isCurrent ? 'bg-accent-fill text-accent-on' : looks[state],
                  )}
                >
                  {isCurrent ? place + 1 : <Mark state={state} place={place} />}
                </span>
                {narrow ? (
                  <span className="sr-only">{name}</span>
                ) : (
                  <span className="min-w-0">
                    <span className="block truncate font-med">{name}</span>
                    <span className="block truncate text-12 text-ink-2">
                      {t(($) =>
                        state === 'open' ? $.admin.firstRun.steps[step].text : $.admin.firstRun.states[state],
                      )}
                    </span>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ol>
      {narrow ? null : <p className="px-2 pt-4 text-12 text-ink-2">{t(($) => $.admin.firstRun.duration)}</p>}
    </>
  );
}

const looks: Record<SetUpState, string> = {
  done: 'bg-accent-tint-2 text-accent',
  failed: 'border-[1.5px] border-missed text-missed',
  waiting: 'border-[1.5px] border-ring text-ring',
  skipped: 'border-[1.5px] border-line-control text-ink-2',
  open: 'border-[1.5px] border-line-control text-ink-2',
};

function Mark({ state, place }: { state: SetUpState; place: number }) {
  if (state === 'done') return <Icon of={Check} size={12} />;
  return state === 'failed' || state === 'waiting' ? '!' : place + 1;
}
