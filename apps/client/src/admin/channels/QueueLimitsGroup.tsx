import type { QueueLimits } from '@sidetone/contract/entities/queue-limits.ts';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { Switch } from '#ui/Switch.tsx';
import { Group } from '../EditorPanel.tsx';

interface QueueLimitsGroupProps {
  /** Null: as the company has it. */
  limits: QueueLimits | null;
  error: (path: string) => string | undefined;
  onChange: (limits: QueueLimits | null) => void;
}

const noLimits: QueueLimits = { mostWaiting: null, mostWaitSeconds: null };

/** When an alarm says that too many wait in this channel, or one for too long. */
export function QueueLimitsGroup({ limits, error, onChange }: QueueLimitsGroupProps) {
  const { t } = useWords();
  const field = (name: keyof QueueLimits, of: QueueLimits) => (
    <Field
      label={`${t(($) => $.admin.alarms.settings[name])} (${t(($) => $.admin.optional)})`}
      type="number"
      value={of[name] ?? ''}
      error={error(name)}
      onChange={({ target }) => onChange({ ...of, [name]: target.value === '' ? null : target.valueAsNumber })}
    />
  );
  return (
    <Group title={t(($) => $.admin.queueLimits.title)} text={t(($) => $.admin.queueLimits.text)}>
      <Switch
        label={t(($) => $.admin.queueLimits.own)}
        help={t(($) => $.admin.queueLimits.ownHelp)}
        checked={limits !== null}
        onChange={(event) => onChange(event.target.checked ? noLimits : null)}
      />
      {limits === null ? null : (
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          {field('mostWaiting', limits)}
          {field('mostWaitSeconds', limits)}
        </div>
      )}
    </Group>
  );
}
