import { useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import type { MobileDraft, MobileProblem } from './mobile-draft.ts';

const delays = [0, 5, 10, 15, 20, 30];

interface MobileFieldsProps {
  draft: MobileDraft;
  problem: MobileProblem | null;
  /** It is somebody else's. */
  isOthers: boolean;
  onChange: (draft: MobileDraft) => void;
}

/** The mobile that rings along with the devices of a user. */
export function MobileFields({ draft, problem, isOthers, onChange }: MobileFieldsProps) {
  const { t } = useWords();
  const help = useId();
  const { isOn, number, afterSeconds, inShared } = draft;
  return (
    <fieldset className="grid gap-3 rounded-m border border-line bg-raised p-4">
      <legend className="sr-only">{t(($) => $.forwarding.mobile.title)}</legend>
      <Checkbox
        label={t(($) => (isOthers ? $.forwarding.mobile.onOfUser : $.forwarding.mobile.on))}
        aria-describedby={help}
        checked={isOn}
        onChange={(event) => onChange({ ...draft, isOn: event.target.checked })}
      />
      <p id={help} className="text-12 text-ink-3">
        {t(($) => $.forwarding.mobile.onHelp)}
      </p>
      {isOn || problem !== null ? (
        <>
          <div className="grid grid-cols-2 items-start gap-3 max-[699px]:grid-cols-1">
            <Field
              label={t(($) => $.forwarding.mobile.number)}
              type="tel"
              help={t(($) => $.forwarding.mobile.numberHelp)}
              value={number}
              error={problem === null ? undefined : t(($) => $.forwarding.problems[problem])}
              onChange={(event) => onChange({ ...draft, number: event.target.value })}
            />
            <Select
              label={t(($) => $.forwarding.mobile.after)}
              help={t(($) => $.forwarding.mobile.afterHelp)}
              value={String(afterSeconds)}
              onChange={(event) => onChange({ ...draft, afterSeconds: Number(event.target.value) })}
              options={[...new Set([...delays, afterSeconds])]
                .sort((one, two) => one - two)
                .map((seconds) => ({
                  value: String(seconds),
                  label:
                    seconds === 0 ? t(($) => $.forwarding.mobile.now) : t(($) => $.forwarding.seconds, { seconds }),
                }))}
            />
          </div>
          <Checkbox
            label={t(($) => $.forwarding.mobile.inShared)}
            checked={inShared}
            onChange={(event) => onChange({ ...draft, inShared: event.target.checked })}
          />
        </>
      ) : null}
    </fieldset>
  );
}
