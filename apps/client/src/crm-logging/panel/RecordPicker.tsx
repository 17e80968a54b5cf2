import type { CallLogEntity, CrmEntity } from '@sidetone/contract/entities/call-log.ts';
import type { ConnectedIntegration, EntityType } from '@sidetone/contract/entities/integration.ts';
import { Lock, Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { entityIcon } from '#contacts/entity-kinds.ts';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { canPick, keyOf, kindsOf, markedOf, moveOfKey, offered, type Picker, type PickerEvent } from '../picker.ts';
import { useFoundRecords } from './use-found-records.ts';

interface RecordPickerProps {
  picker: Picker;
  onEvent: (event: PickerEvent) => void;
  crms: readonly ConnectedIntegration[];
  /** What is offered before anything is typed: what belongs to who called. */
  near: readonly CrmEntity[];
  /** What the call is logged to already. */
  chosen: readonly CallLogEntity[];
  onPick: (entity: CrmEntity) => void;
}

/** The overlay in which records are found: a search, kinds, and a list that the arrow keys move through. */
export function RecordPicker({ picker, onEvent, crms, near, chosen, onPick }: RecordPickerProps) {
  const { t } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const found = useFoundRecords(crms, picker.text, picker.type);
  const records = offered(picker.text.trim() === '' ? near : found.records, chosen, picker.type);
  const marked = markedOf(picker, records);
  const crm = crms.map(({ displayName }) => displayName).join(', ');
  useLayoutEffect(() => field.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveOfKey(event.nativeEvent);
    if (move !== null) {
      event.preventDefault();
      onEvent({ is: 'moved', by: move, among: records });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (marked !== null && !event.repeat) onPick(marked);
    }
  };
  const line = lineBelow();
  return (
    <div className="overflow-hidden rounded-m border border-line-control bg-raised" data-picker>
      <div className="flex min-h-10 flex-wrap items-center gap-2 border-line border-b py-1 pr-1.5 pl-3">
        <Icon of={Search} className="text-ink-3" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={t(($) => $.crmLogging.picker.label)}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={marked === null ? undefined : `${id}-${keyOf(marked)}`}
          aria-autocomplete="list"
          placeholder={t(($) => $.crmLogging.picker.placeholder)}
          value={picker.text}
          maxLength={200}
          onChange={({ target }) => onEvent({ is: 'typed', text: target.value })}
          onKeyDown={onKeyDown}
          className="h-7 min-w-32 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-3"
        />
        <Kinds value={picker.type} kinds={kindsOf(crms)} onChange={(type) => onEvent({ is: 'chose', type })} />
        <IconButton
          icon={X}
          label={t(($) => $.crmLogging.picker.close)}
          hotkey="Escape"
          onClick={() => onEvent({ is: 'closed' })}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t(($) => $.crmLogging.picker.results)}
        className="max-h-60 overflow-y-auto p-1 empty:hidden"
      >
        {records.map((record) => (
          <RecordLine
            key={keyOf(record)}
            id={`${id}-${keyOf(record)}`}
            record={record}
            marked={record === marked}
            crm={crms.length > 1 ? (crms.find((one) => one.id === record.integrationId)?.displayName ?? null) : null}
            onPick={() => onPick(record)}
          />
        ))}
      </div>
      <p role="status" className={cn('px-3 pb-2 text-12 text-ink-3', records.length > 0 ? 'sr-only' : 'pt-2')}>
        {line}
      </p>
    </div>
  );

  function lineBelow(): string {
    if (picker.text.trim() === '' && records.length === 0) return t(($) => $.crmLogging.picker.type, { crm });
    if (picker.text.trim() !== '' && found.status === 'loading') return t(($) => $.crmLogging.picker.searching);
    if (found.status === 'failed' && found.problem !== null) {
      const code = found.problem;
      return t(($) => $.crmLogging.picker.failed, { reason: t(($) => $.errors[code]) });
    }
    if (records.length === 0) return t(($) => $.crmLogging.picker.none);
    return t(($) => $.crmLogging.picker.count, { count: records.length });
  }
}

interface KindsProps {
  value: EntityType | null;
  kinds: readonly EntityType[];
  onChange: (type: EntityType | null) => void;
}

/** The kinds of records to look among. */
function Kinds({ value, kinds, onChange }: KindsProps) {
  const { t } = useWords();
  if (kinds.length < 2) return null;
  return (
    <div className="max-w-full overflow-x-auto">
      <Segmented<EntityType | 'all'>
        label={t(($) => $.crmLogging.picker.kinds)}
        value={value ?? 'all'}
        options={[
          { value: 'all', label: t(($) => $.crmLogging.picker.all) },
          ...kinds.map((kind) => ({ value: kind, label: t(($) => $.contacts.types[kind]) })),
        ]}
        onChange={(next) => onChange(next === 'all' ? null : next)}
      />
    </div>
  );
}

interface RecordLineProps {
  id: string;
  record: CrmEntity;
  marked: boolean;
  /** Named where there are several. */
  crm: string | null;
  onPick: () => void;
}

function RecordLine({ id, record, marked, crm, onPick }: RecordLineProps) {
  const { t } = useWords();
  const able = canPick(record);
  const words = !able
    ? t(($) => $.crmLogging.picker.hidden)
    : record.isOpen === null
      ? null
      : t(($) => $.crmLogging.picker[record.isOpen ? 'open' : 'closed']);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the search has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={marked}
      aria-disabled={able ? undefined : true}
      ref={(element) => {
        if (marked) element?.scrollIntoView({ block: 'nearest' });
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={able ? onPick : undefined}
      className={cn(
        'flex min-h-8 items-center gap-2 rounded-s px-2',
        marked && 'bg-press inset-ring-2 inset-ring-accent-fill',
        able ? 'hover:bg-hover' : 'text-ink-3',
      )}
    >
      <Icon of={able ? entityIcon(record.type) : Lock} className="flex-none text-ink-3" />
      <span className="sr-only">{t(($) => $.contacts.types[record.type])}</span>
      <span className="min-w-0 flex-1 truncate">
        {record.label === '' ? t(($) => $.crmLogging.hidden, { id: record.id }) : record.label}
      </span>
      {[crm, words].map((word) =>
        word === null ? null : (
          <span key={word} className={cn('flex-none text-12', marked ? 'text-ink-2' : 'text-ink-3')}>
            {word}
          </span>
        ),
      )}
      {marked ? (
        <span aria-hidden>
          <Kbd>↵</Kbd>
        </span>
      ) : null}
    </div>
  );
}
