import { X } from 'lucide-react';
import { useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Select } from '#ui/Select.tsx';
import type { MobileDraft, MobileProblem } from './mobile-draft.ts';
import { officeTimes } from './rule-draft.ts';
import { Times } from './Times.tsx';

const delays = [0, 5, 10, 15, 20, 30];

interface MobileFieldsProps {
  /** From 1 on. */
  place: number;
  draft: MobileDraft;
  problem: MobileProblem | null;
  /** It is somebody else's. */
  isOthers: boolean;
  onChange: (draft: MobileDraft) => void;
  /** Left out: it is the only one. */
  onRemove: (() => void) | undefined;
}

/** A number that rings along with the devices of a user, and when. */
export function MobileFields({ place, draft, problem, isOthers, onChange, onRemove }: MobileFieldsProps) {
  const { t } = useWords();
  const help = useId();
  const { isOn, number, afterSeconds, times, inShared } = draft;
  const isFirst = place === 1;
  const first = t(($) => (isOthers ? $.forwarding.mobile.onOfUser : $.forwarding.mobile.on));
  return (
    <fieldset className="relative grid gap-3 rounded-m border border-line bg-raised p-4">
      <legend className="sr-only">{t(($) => $.forwarding.mobile.title, { place })}</legend>
      {onRemove ? (
        <IconButton
          icon={X}
          label={t(($) => $.forwarding.mobile.remove, { place })}
          onClick={onRemove}
          className="absolute top-2 right-2"
        />
      ) : null}
      <Checkbox
        label={isFirst ? first : t(($) => $.forwarding.mobile.onOther, { place })}
        aria-describedby={isFirst ? help : undefined}
        checked={isOn}
        onChange={(event) => onChange({ ...draft, isOn: event.target.checked })}
      />
      {isFirst ? (
        <p id={help} className="text-12 text-ink-3">
          {t(($) => $.forwarding.mobile.onHelp)}
        </p>
      ) : null}
      {isOn || problem !== null ? (
        <>
          <div className="grid grid-cols-3 items-start gap-3 max-[699px]:grid-cols-1">
            <Field
              label={t(($) => $.forwarding.mobile.number)}
              type="tel"
              help={t(($) => $.forwarding.mobile.numberHelp)}
              value={number}
              error={problem === null || problem === 'times' ? undefined : t(($) => $.forwarding.problems[problem])}
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
            <Select
              label={t(($) => $.forwarding.times)}
              value={times === null ? 'any' : 'some'}
              onChange={(event) => onChange({ ...draft, times: event.target.value === 'any' ? null : officeTimes })}
              options={(['any', 'some'] as const).map((value) => ({
                value,
                label: t(($) => $.forwarding.timesKinds[value]),
              }))}
            />
          </div>
          {times === null ? null : (
            <Times
              times={times}
              isWrong={problem === 'times'}
              onChange={(next) => onChange({ ...draft, times: next })}
            />
          )}
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
