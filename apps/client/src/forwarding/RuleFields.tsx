import { forwardWhens } from '@sidetone/contract/entities/line-forwarding.ts';
import { X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { officeTimes, type RuleDraft, type RuleProblem } from './rule-draft.ts';
import { Times } from './Times.tsx';

const callerKinds = ['all', 'outside', 'anonymous', 'numbers'] as const;
const targetKinds = ['voicemail', 'colleague', 'number'] as const;

interface RuleFieldsProps {
  /** From 1 on. */
  place: number;
  draft: RuleDraft;
  problem: RuleProblem | undefined;
  /** Null until they are known. */
  colleagues: readonly { readonly id: string; readonly name: string }[] | null;
  /** The rule is somebody else's. */
  isOthers: boolean;
  onChange: (draft: RuleDraft) => void;
  onRemove: () => void;
}

/** One rule: on which occasion, for whom and when it counts, and where it sends a call. */
export function RuleFields(props: RuleFieldsProps) {
  const { place, draft, problem, isOthers, onChange, onRemove } = props;
  const { t } = useWords();
  const help = { always: undefined, noAnswer: undefined, busy: t(($) => $.forwarding.busyHelp) };
  return (
    <fieldset className="relative grid gap-3 rounded-m border border-line bg-raised p-4">
      <legend className="sr-only">{t(($) => $.forwarding.rule, { place })}</legend>
      <IconButton
        icon={X}
        label={t(($) => $.forwarding.remove, { place })}
        onClick={onRemove}
        className="absolute top-2 right-2"
      />
      <Checkbox
        className="pr-8"
        label={t(($) => $.forwarding.counts)}
        checked={draft.isOn}
        onChange={(event) => onChange({ ...draft, isOn: event.target.checked })}
      />
      <div className="grid grid-cols-3 items-start gap-3 pr-8 max-[699px]:grid-cols-1">
        <Select
          label={t(($) => $.forwarding.when)}
          value={draft.when}
          help={draft.when === 'unreachable' ? t(($) => $.forwarding.unreachableHelp) : help[draft.when]}
          onChange={(event) => onChange({ ...draft, when: oneOf(forwardWhens, event.target.value) })}
          options={forwardWhens.map((value) => ({
            value,
            label: t(($) => (isOthers ? $.forwarding.ofUser : $.forwarding.whens)[value]),
          }))}
        />
        <Select
          label={t(($) => $.forwarding.callers)}
          value={draft.callers}
          onChange={(event) => onChange({ ...draft, callers: oneOf(callerKinds, event.target.value) })}
          options={callerKinds.map((value) => ({ value, label: t(($) => $.forwarding.callersKinds[value]) }))}
        />
        <Select
          label={t(($) => $.forwarding.times)}
          value={draft.times === null ? 'any' : 'some'}
          onChange={(event) => onChange({ ...draft, times: event.target.value === 'any' ? null : officeTimes })}
          options={(['any', 'some'] as const).map((value) => ({
            value,
            label: t(($) => $.forwarding.timesKinds[value]),
          }))}
        />
      </div>
      {draft.callers === 'numbers' ? (
        <TextArea
          label={t(($) => $.forwarding.numbers)}
          help={t(($) => $.forwarding.numbersHelp)}
          error={problem === 'numbers' ? t(($) => $.forwarding.problems.numbers) : undefined}
          value={draft.numbers}
          rows={3}
          onChange={(event) => onChange({ ...draft, numbers: event.target.value })}
        />
      ) : null}
      {draft.times === null ? null : (
        <Times times={draft.times} isWrong={problem === 'times'} onChange={(times) => onChange({ ...draft, times })} />
      )}
      <Target {...props} />
    </fieldset>
  );
}

/** Where the rule sends a call. */
function Target({ draft, problem, colleagues, onChange }: RuleFieldsProps) {
  const { t } = useWords();
  const error =
    problem === undefined || problem === 'numbers' || problem === 'times'
      ? undefined
      : t(($) => $.forwarding.problems[problem]);
  const isGone = draft.userId !== '' && colleagues?.some(({ id }) => id === draft.userId) === false;
  return (
    <div className="grid grid-cols-3 items-start gap-3 pr-8 max-[699px]:grid-cols-1">
      <Select
        label={t(($) => $.forwarding.to)}
        value={draft.to}
        onChange={(event) => onChange({ ...draft, to: oneOf(targetKinds, event.target.value) })}
        options={targetKinds.map((value) => ({ value, label: t(($) => $.forwarding.targets[value]) }))}
      />
      {draft.to === 'colleague' ? (
        <Select
          label={t(($) => $.forwarding.colleague)}
          value={draft.userId}
          error={error ?? (isGone ? t(($) => $.forwarding.problems.gone) : undefined)}
          onChange={(event) => onChange({ ...draft, userId: event.target.value })}
          options={[
            { value: '', label: t(($) => $.forwarding.choose) },
            ...(colleagues ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
      {draft.to === 'number' ? (
        <Field
          label={t(($) => $.forwarding.number)}
          type="tel"
          className="col-span-2 max-[699px]:col-span-1"
          help={t(($) => $.forwarding.numberHelp)}
          value={draft.number}
          error={error}
          onChange={(event) => onChange({ ...draft, number: event.target.value })}
        />
      ) : null}
    </div>
  );
}

/** The value of a list that a select of it gave. */
const oneOf = <Value extends string>(values: readonly [Value, ...Value[]], given: string): Value =>
  values.find((value) => value === given) ?? values[0];
