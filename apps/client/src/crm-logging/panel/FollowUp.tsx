import type { CallTask } from '@sidetone/contract/entities/call-log.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { ExternalLink } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Section } from '#call-detail/Section.tsx';
import { useAhead } from '#call-detail/use-ahead.ts';
import { dayOf } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import type { LazySave } from '#platform/lazy-save.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { isWebAddress } from '#ui/web-address.ts';
import { dueTimeOf, isDueDay, isTaskDraft, isTypeKnown, taskGap } from '../task.ts';
import { useTaskTypes } from './use-options.ts';
import { type TaskChanges, taskNotChanged } from './use-task-changes.ts';

interface FollowUpProps {
  crms: readonly ConnectedIntegration[];
  task: CallTask | null;
  /** Someone took or placed the call: the task is theirs. */
  hasOwner: boolean;
  /** How many records the call is logged to. */
  records: number;
  changes: TaskChanges;
  /** Saves the title once its writer pauses. SLOG-027 */
  title: LazySave<string>;
  onRetry: () => void;
}

/** A task that follows from a call, for users with the grant CALL_TASKS (SPERM-018), where a CRM takes tasks (SPERM-019). */
export function FollowUp({ crms, task, hasOwner, records, changes, title, onRetry }: FollowUpProps) {
  const { t } = useWords();
  const { takers, failed } = useTaskTypes(crms);
  const ahead = useAhead<boolean>(task?.rev ?? 0);
  const [first] = takers;
  const heading = t(($) => $.crmLogging.task.title);
  if (task !== null && !isTaskDraft(task)) {
    return (
      <Section title={heading}>
        <Created
          task={task}
          crm={crms.find(({ id }) => id === task.integrationId)?.displayName ?? ''}
          onRetry={onRetry}
        />
      </Section>
    );
  }
  if (first === undefined) return failed ? <NoTypes heading={heading} /> : null;
  const taker = takers.find(({ crm }) => crm.id === task?.integrationId) ?? first;
  const toggle = (on: boolean) => {
    const draft = {
      integrationId: first.crm.id,
      type: first.types[0]?.id ?? null,
      title: '',
      content: '',
      dueDay: dayOf(new Date()),
      dueTime: null,
    };
    ahead.attempt('on', on, on ? () => changes.change(draft) : changes.remove).catch(taskNotChanged);
  };
  const isOn = ahead.shown('on', task !== null);
  return (
    <section aria-label={heading} className="flex min-w-0 flex-col gap-2">
      <Switch
        label={<span className="font-semi text-12 text-ink-2">{heading}</span>}
        help={hasOwner ? undefined : t(($) => $.crmLogging.task.noOwner)}
        disabled={!hasOwner}
        checked={isOn}
        onChange={({ target }) => toggle(target.checked)}
      />
      {task === null || !isOn ? null : (
        <TaskFields
          key={task.id}
          task={task}
          takers={takers}
          types={taker.types}
          records={records}
          changes={changes}
          title={title}
        />
      )}
    </section>
  );
}

/** A CRM that may take tasks does not say which. */
function NoTypes({ heading }: { heading: string }) {
  const { t } = useWords();
  return (
    <Section title={heading}>
      <p role="status" className="text-12 text-ink-3">
        {t(($) => $.crmLogging.task.failed)}
      </p>
    </Section>
  );
}

type Taker = ReturnType<typeof useTaskTypes>['takers'][number];

interface TaskFieldsProps extends Pick<FollowUpProps, 'records' | 'changes' | 'title'> {
  task: CallTask;
  takers: readonly Taker[];
  types: Taker['types'];
}

function TaskFields({ task, takers, types, records, changes, title }: TaskFieldsProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const ahead = useAhead<string | null>(task.rev);
  const today = dayOf(new Date());
  const type = ahead.shown('type', task.type);
  const isKnown = useMemo(() => isTypeKnown(type, types), [type, types]);
  const gap = taskGap({ type }, records);
  const save = (field: 'type' | 'dueDay' | 'dueTime', value: string | null) =>
    void ahead.attempt(field, value, () => changes.change({ [field]: value })).catch(taskNotChanged);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_132px_150px_104px] gap-2 max-[759px]:grid-cols-2">
        <Field
          label={t(($) => $.crmLogging.task.name)}
          className="max-[759px]:col-span-2"
          maxLength={500}
          value={typed ?? task.title}
          onChange={({ target }) => {
            setTyped(target.value);
            title.write(target.value);
          }}
          onBlur={() => void title.flush()}
        />
        <Select
          label={t(($) => $.crmLogging.task.type)}
          className="max-[759px]:col-span-2"
          value={isKnown ? (type ?? '') : ''}
          options={[
            ...(type === null || !isKnown ? [{ value: '', label: t(($) => $.crmLogging.task.noType) }] : []),
            ...types.map(({ id, label }) => ({ value: id, label })),
          ]}
          onChange={({ target }) => save('type', target.value === '' ? null : target.value)}
        />
        <Field
          label={t(($) => $.crmLogging.task.day)}
          type="date"
          min={today}
          value={day ?? ahead.shown('dueDay', task.dueDay) ?? ''}
          error={day === null ? undefined : t(($) => $.crmLogging.task.past)}
          onChange={({ target }) => {
            const isRight = isDueDay(target.value, today);
            setDay(isRight ? null : target.value);
            if (isRight) save('dueDay', target.value);
          }}
        />
        <Field
          label={t(($) => $.crmLogging.task.time)}
          type="time"
          value={ahead.shown('dueTime', task.dueTime) ?? ''}
          onChange={({ target }) => save('dueTime', dueTimeOf(target.value))}
        />
      </div>
      {takers.length > 1 ? (
        <Select
          label={t(($) => $.crmLogging.task.crm)}
          value={task.integrationId}
          options={takers.map(({ crm }) => ({ value: crm.id, label: crm.displayName }))}
          onChange={({ target }) => {
            const next = takers.find(({ crm }) => crm.id === target.value);
            if (!next) return;
            const [usual = null] = next.types;
            changes.change({ integrationId: next.crm.id, type: usual?.id ?? null }).catch(taskNotChanged);
          }}
        />
      ) : null}
      <p role="status" className="text-12 text-ink-2 empty:hidden">
        {gap === 'noType' ? t(($) => $.crmLogging.task.needsType) : null}
        {gap === 'noRecord' ? t(($) => $.crmLogging.task.needsRecord) : null}
      </p>
    </>
  );
}

/** A task that is on its way into its CRM, or there. */
function Created({ task, crm, onRetry }: { task: CallTask; crm: string; onRetry: () => void }) {
  const { t } = useWords();
  const isThere = task.state === 'WRITTEN';
  const isRefused = task.state === 'REFUSED' || task.state === 'GONE';
  const words = isThere
    ? t(($) => $.crmLogging.task.created, { crm })
    : isRefused
      ? t(($) => $.crmLogging.task.notCreated, { reason: task.problem ?? t(($) => $.crmLogging.hint.refused) })
      : t(($) => $.crmLogging.task.waits);
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1">
        <span className="block font-med">{task.title}</span>
        <span role="status" className={isRefused ? 'text-missed' : 'text-ink-2'}>
          {words}
        </span>
      </span>
      {isThere && isWebAddress(task.url) ? (
        <a
          href={task.url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1.5 rounded-xs font-med text-accent underline-offset-2 hover:underline"
        >
          {t(($) => $.crmLogging.task.open)}
          <Icon of={ExternalLink} size={14} />
        </a>
      ) : null}
      {task.state === 'REFUSED' || task.state === 'WAITING' || task.state === 'BLOCKED' ? (
        <Button size="s" onClick={onRetry}>
          {t(($) => $.crmLogging.retry)}
        </Button>
      ) : null}
    </div>
  );
}
