import { callDirections, callOutcomes } from '@sidetone/contract/entities/call-record.ts';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { nameOf, useAdminChannels, useUsers } from '../directory.ts';
import { lengths, type RecordChoice } from './record-filter.ts';

interface RecordFiltersProps {
  choice: RecordChoice;
  onChange: (choice: RecordChoice) => void;
  costCentres: readonly string[];
}

/** Which calls are shown: by day, direction, user, channel, outcome, length and cost centre. */
export function RecordFilters({ choice, onChange, costCentres }: RecordFiltersProps) {
  const { t } = useWords();
  const users = useUsers().rows;
  const channels = useAdminChannels().rows;
  const change = (more: Partial<RecordChoice>) => onChange({ ...choice, ...more });
  return (
    <>
      <Field
        labelHidden
        className="w-38"
        type="date"
        label={t(($) => $.admin.records.from)}
        value={choice.from}
        onChange={({ target }) => change({ from: target.value })}
      />
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <Field
        labelHidden
        className="w-38"
        type="date"
        label={t(($) => $.admin.records.until)}
        value={choice.until}
        min={choice.from}
        onChange={({ target }) => change({ until: target.value })}
      />
      <Select
        hideLabel
        className="w-40"
        label={t(($) => $.admin.records.direction)}
        value={choice.direction}
        onChange={({ target }) => change({ direction: callDirections.find((one) => one === target.value) ?? '' })}
        options={[
          { value: '', label: t(($) => $.admin.records.bothDirections) },
          ...callDirections.map((value) => ({ value, label: t(($) => $.admin.records.directions[value]) })),
        ]}
      />
      <Select
        hideLabel
        className="w-42"
        label={t(($) => $.admin.records.outcome)}
        value={choice.outcome}
        onChange={({ target }) => change({ outcome: callOutcomes.find((one) => one === target.value) ?? '' })}
        options={[
          { value: '', label: t(($) => $.admin.records.everyOutcome) },
          ...callOutcomes.map((value) => ({ value, label: t(($) => $.admin.records.outcomes[value]) })),
        ]}
      />
      <Select
        hideLabel
        className="w-42"
        label={t(($) => $.admin.records.user)}
        value={choice.userId}
        onChange={({ target }) => change({ userId: target.value })}
        options={[
          { value: '', label: t(($) => $.admin.records.everyUser) },
          ...users.map((user) => ({ value: user.id, label: nameOf(user) })),
        ]}
      />
      <Select
        hideLabel
        className="w-42"
        label={t(($) => $.admin.records.channel)}
        value={choice.channelId}
        onChange={({ target }) => change({ channelId: target.value })}
        options={[
          { value: '', label: t(($) => $.admin.records.everyChannel) },
          ...channels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        hideLabel
        className="w-42"
        label={t(($) => $.admin.records.length)}
        value={choice.length}
        onChange={({ target }) => change({ length: lengths.find((one) => one === target.value) ?? '' })}
        options={[
          { value: '', label: t(($) => $.admin.records.everyLength) },
          ...lengths.map((value) => ({ value, label: t(($) => $.admin.records.lengths[value]) })),
        ]}
      />
      {costCentres.length === 0 ? null : (
        <Select
          hideLabel
          className="w-42"
          label={t(($) => $.admin.records.costCentre)}
          value={choice.costCentre}
          onChange={({ target }) => change({ costCentre: target.value })}
          options={[
            { value: '', label: t(($) => $.admin.records.everyCostCentre) },
            ...costCentres.map((value) => ({ value, label: value })),
          ]}
        />
      )}
    </>
  );
}
