import { type InboxFilter, type InboxKind, inboxKinds } from '@sidetone/contract/entities/inbox-filter.ts';
import { searchDebounceMs } from '@sidetone/contract/rules/screen-timing.ts';
import { ListFilter } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Select } from '#ui/Select.tsx';
import { changed } from './filter.ts';

interface FilterButtonProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  filter: InboxFilter | null;
  onChange: (filter: InboxFilter | null) => void;
  /** The users who can have taken a call; empty where it is always the same user. */
  owners: readonly { id: string; name: string }[];
}

/** Opens the choices to filter calls by. Each applies immediately, text when the user stops typing. */
export function FilterButton({ open, onOpenChange, filter, onChange, owners }: FilterButtonProps) {
  const { t } = useWords();
  const kinds = filter?.kinds ?? [];
  const toggle = (kind: InboxKind, on: boolean) => {
    const chosen = inboxKinds.filter((each) => (each === kind ? on : kinds.includes(each)));
    onChange(changed(filter, { kinds: chosen.length > 0 ? chosen : undefined }));
  };
  return (
    <Popover
      align="end"
      label={t(($) => $.inbox.filter.open)}
      open={open}
      onOpenChange={onOpenChange}
      className="w-[296px]"
      trigger={
        <IconButton
          icon={ListFilter}
          tone={filter ? 'on' : 'default'}
          label={t(($) => (filter ? $.inbox.filter.openActive : $.inbox.filter.open))}
          hotkey="F"
        />
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onOpenChange(false);
        }}
      >
        <TextField text={filter?.text ?? ''} onChange={(text) => onChange(changed(filter, { text }))} />
        <fieldset>
          <legend className="mb-1.5 font-med text-12 text-ink-2">{t(($) => $.inbox.filter.kinds)}</legend>
          <div className="grid grid-cols-2 gap-x-3 gap-y-2">
            {inboxKinds.map((kind) => (
              <Checkbox
                key={kind}
                label={t(($) => $.inbox.filter.kind[kind])}
                checked={kinds.includes(kind)}
                onChange={(event) => toggle(kind, event.currentTarget.checked)}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className="grid grid-cols-2 gap-x-3">
          <legend className="sr-only">{t(($) => $.inbox.filter.days)}</legend>
          <Field
            type="date"
            label={t(($) => $.inbox.filter.from)}
            value={filter?.from ?? ''}
            max={filter?.to}
            onChange={(event) => onChange(changed(filter, { from: event.currentTarget.value || undefined }))}
          />
          <Field
            type="date"
            label={t(($) => $.inbox.filter.to)}
            value={filter?.to ?? ''}
            min={filter?.from}
            onChange={(event) => onChange(changed(filter, { to: event.currentTarget.value || undefined }))}
          />
        </fieldset>
        {owners.length > 1 ? (
          <Select
            label={t(($) => $.inbox.filter.owner)}
            value={filter?.owner ?? ''}
            options={[
              { value: '', label: t(($) => $.inbox.filter.anybody) },
              ...owners.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => onChange(changed(filter, { owner: event.currentTarget.value || undefined }))}
          />
        ) : null}
        {filter ? (
          <Button size="s" tone="ghost" className="-ml-2.5 self-start" onClick={() => onChange(null)}>
            {t(($) => $.inbox.filter.clear)}
          </Button>
        ) : null}
      </form>
    </Popover>
  );
}

/** The longest text to search for. */
const maxCharacters = 200;

function TextField({ text, onChange }: { text: string; onChange: (text: string | undefined) => void }) {
  const { t } = useWords();
  const [typed, setTyped] = useState(text);
  const asked = useRef(text);
  // It was removed elsewhere, for example by its chip.
  useEffect(() => {
    if (text === asked.current) return;
    asked.current = text;
    setTyped(text);
  }, [text]);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      latest.current(wanted || undefined);
    }, searchDebounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field
      type="search"
      label={t(($) => $.inbox.filter.text)}
      placeholder={t(($) => $.inbox.filter.placeholder)}
      value={typed}
      maxLength={maxCharacters}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
