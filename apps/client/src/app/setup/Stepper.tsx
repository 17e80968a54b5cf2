import { onboardingStepCount } from '@sidetone/contract/rules/limits.ts';
import { Check } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { type SetupStep, setupSteps } from './setup-steps.ts';

/** The progress of the setup. */
export function Stepper({ current }: { current: SetupStep }) {
  const { t } = useWords();
  const place = setupSteps.indexOf(current);
  const label = t(($) => $.start.setup.stepOf, { place: place + 1, count: onboardingStepCount });
  return (
    <ol aria-label={label} className="flex items-center gap-5 max-[759px]:gap-2">
      {setupSteps.map((step, at) => {
        const isCurrent = at === place;
        const isPassed = at < place;
        return (
          <li
            key={step}
            aria-current={isCurrent ? 'step' : undefined}
            className={cn('flex items-center gap-2', isCurrent ? 'font-med text-ink' : 'text-ink-2')}
          >
            <span
              aria-hidden
              className={cn(
                'grid size-5 flex-none place-items-center rounded-full font-semi text-11',
                isCurrent
                  ? 'bg-accent-fill text-accent-on'
                  : isPassed
                    ? 'bg-accent-tint-2 text-accent'
                    : 'border-[1.5px] border-line-control text-ink-2',
              )}
            >
              {isPassed ? <Icon of={Check} size={12} /> : at + 1}
            </span>
            <span className="max-[759px]:sr-only">{t(($) => $.start.setup.steps[step])}</span>
            {isPassed ? <span className="sr-only">, {t(($) => $.start.setup.passed)}</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
