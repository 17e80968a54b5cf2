import type { SelectedOutcome } from '@sidetone/contract/entities/call-log.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Section } from '#call-detail/Section.tsx';
import { useWords } from '#i18n/use-words.ts';
import type { LazySave } from '#platform/lazy-save.ts';
import { cn } from '#ui/cn.ts';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { freeText, mergedOutcomes, outcomeOfText } from '../outcomes.ts';
import { useOutcomes } from './use-options.ts';

interface OutcomeProps {
  crms: readonly ConnectedIntegration[];
  chosen: SelectedOutcome | null;
  /** Saves immediately. */
  onChoose: (outcome: SelectedOutcome | null) => void;
  /** Saves text once its writer pauses. SLOG-028 */
  text: LazySave<SelectedOutcome | null>;
}

/** How a call went, as its CRM names it, or in own words. */
export function Outcome({ crms, chosen, onChoose, text }: OutcomeProps) {
  const { t } = useWords();
  const { lists, failed } = useOutcomes(crms);
  const outcomes = mergedOutcomes(lists);
  const written = chosen?.id === freeText ? chosen.displayValue : '';
  const [typed, setTyped] = useState<string | null>(null);
  const title = t(($) => $.crmLogging.outcome.title);
  return (
    <Section title={title}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div role="group" aria-label={title} className="flex flex-wrap gap-2">
        {outcomes.map((outcome) => {
          const on = outcome.id === chosen?.id;
          return (
            <button
              key={outcome.id}
              type="button"
              aria-pressed={on}
              onClick={() => {
                setTyped(null);
                onChoose(on ? null : outcome);
              }}
              className={cn(
                'inline-flex h-7 items-center gap-1.5 rounded-s border px-2.5 font-med',
                on
                  ? 'border-accent-fill bg-accent-tint text-accent'
                  : 'border-line-strong bg-raised text-ink hover:bg-hover',
              )}
            >
              {on ? <Icon of={Check} size={14} /> : null}
              {outcome.displayValue}
            </button>
          );
        })}
      </div>
      {failed ? <p className="text-12 text-ink-3">{t(($) => $.crmLogging.outcome.failed)}</p> : null}
      <Field
        label={t(($) => $.crmLogging.outcome.other)}
        labelHidden
        placeholder={t(($) => $.crmLogging.outcome.placeholder)}
        maxLength={200}
        value={typed ?? written}
        onChange={({ target }) => {
          setTyped(target.value);
          text.write(outcomeOfText(target.value));
        }}
        onBlur={() => {
          void text.flush();
          setTyped((now) => (now !== null && now.trim() === written ? null : now));
        }}
      />
    </Section>
  );
}
