import { formatNumber, type NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { readNumber } from '@sidetone/contract/rules/numbers/number-reading.ts';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Select } from '#ui/Select.tsx';
import {
  type ContactValues,
  defaultLabel,
  type FormRules,
  mostNumbers,
  type NumberEntry,
  numberProblems,
} from './contact-values.ts';
import { useLabelWord } from './label-word.ts';
import { TextField } from './TextField.tsx';

interface NumberRowsProps {
  values: ContactValues;
  /** The contact before the form was changed. */
  base: ContactValues;
  rules: FormRules;
  /** The address book of the contact, as users call it. */
  integrationName: string;
  place: NumberPlace;
  readOnly: boolean;
  /** What the server refused, in words, by the key of a number. */
  refused: Readonly<Record<string, string>>;
  onChange: (numbers: NumberEntry[]) => void;
}

/** The numbers of a contact, each with its kind, and the way it is understood. */
export function NumberRows({
  values,
  base,
  rules,
  integrationName,
  place,
  readOnly,
  refused,
  onChange,
}: NumberRowsProps) {
  const { t } = useWords();
  const rows = useRef<HTMLUListElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const labelWord = useLabelWord();
  const most = mostNumbers(rules);
  const { phoneNumbers } = values;
  const isFull = most !== null && phoneNumbers.length >= most;
  const problems = new Map(numberProblems(values, place, base).map(({ key, problem }) => [key, problem]));
  const labels = rules.phoneNumberLabels.length > 0 ? rules.phoneNumberLabels : [defaultLabel(rules)];

  const change = (key: string, to: Partial<NumberEntry>) =>
    onChange(phoneNumbers.map((entry) => (entry.key === key ? { ...entry, ...to } : entry)));
  const remove = (key: string) => {
    const at = phoneNumbers.findIndex((entry) => entry.key === key);
    onChange(phoneNumbers.filter((entry) => entry.key !== key));
    // The focus goes to the row that moves up, else to the button for a new one.
    requestAnimationFrame(() => {
      const inputs = rows.current?.querySelectorAll('input');
      (inputs?.[Math.min(at, inputs.length - 1)] ?? more.current)?.focus();
    });
  };
  const add = () => {
    onChange([...phoneNumbers, { key: newKey(), label: defaultLabel(rules), typed: '', origin: 'typed' }]);
    requestAnimationFrame(() => [...(rows.current?.querySelectorAll('input') ?? [])].at(-1)?.focus());
  };

  return (
    <section aria-label={t(($) => $.contactForm.numbers)}>
      <div className="mb-1 flex text-12">
        <h3 className="flex-1 font-med text-ink-2">{t(($) => $.contactForm.numbers)}</h3>
        {most === null ? null : (
          <span className={isFull ? 'text-ink-2' : 'text-ink-3'}>
            {t(($) => $.contactForm.count, { count: phoneNumbers.length, most })}
          </span>
        )}
      </div>
      <ul ref={rows} className="grid gap-2">
        {phoneNumbers.map((entry, at) => (
          <NumberRow
            key={entry.key}
            entry={entry}
            at={at + 1}
            place={place}
            readOnly={readOnly}
            problem={problems.get(entry.key) ?? null}
            refused={refused[entry.key]}
            labels={[...new Set([...labels, entry.label])].map((value) => ({ value, label: labelWord(value) }))}
            onChange={(to) => change(entry.key, to)}
            onRemove={() => remove(entry.key)}
          />
        ))}
      </ul>
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        <Button ref={more} tone="ghost" size="s" className="-ml-2.5" disabled={isFull || readOnly} onClick={add}>
          <Icon of={Plus} size={14} />
          {t(($) => $.contactForm.addNumber)}
        </Button>
        {isFull && most !== null ? (
          <span className="text-12 text-ink-3">
            {t(($) => $.contactForm.most, { count: most, integration: integrationName })}
          </span>
        ) : null}
      </div>
    </section>
  );
}

interface NumberRowProps {
  entry: NumberEntry;
  /** Its place among the numbers, from 1. */
  at: number;
  place: NumberPlace;
  readOnly: boolean;
  problem: ReturnType<typeof numberProblems>[number]['problem'] | null;
  refused: string | undefined;
  labels: { value: string; label: string }[];
  onChange: (to: Partial<NumberEntry>) => void;
  onRemove: () => void;
}

function NumberRow({ entry, at, place, problem, refused, labels, onChange, onRemove, ...rest }: NumberRowProps) {
  const { t, language } = useWords();
  const readOnly = rest.readOnly || entry.origin === 'fixed';
  const [writing, setWriting] = useState(false);
  const reading = readNumber(entry.typed, place);
  const unfinished = writing && (problem === 'tooShort' || problem === 'internal');
  const words = problem === null ? undefined : t(($) => $.contactForm.problems[problem]);
  // Users who are still typing see that the number is incomplete, not that it is wrong.
  const error = refused ?? (unfinished ? undefined : words);
  return (
    <li className="grid grid-cols-[148px_minmax(0,1fr)_28px] items-start gap-2 max-[559px]:grid-cols-[112px_minmax(0,1fr)_28px]">
      <Select
        label={t(($) => $.contactForm.kindOf, { place: at })}
        hideLabel
        small
        options={labels}
        value={entry.label}
        disabled={readOnly}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <TextField
        label={t(($) => $.contactForm.numberAt, { place: at })}
        hideLabel
        type="tel"
        inputMode="tel"
        value={entry.typed}
        readOnly={readOnly}
        error={error}
        help={entry.origin === 'fixed' ? t(($) => $.contactForm.fixed) : unfinished ? words : understood()}
        mark={markOf()}
        data-new-number={entry.origin === 'added' ? '' : undefined}
        onChange={({ target }) => onChange({ typed: target.value })}
        onFocus={() => setWriting(true)}
        onBlur={() => {
          setWriting(false);
          if (reading.is === 'number' && !readOnly) onChange({ typed: formatNumber(reading.e164) });
        }}
      />
      <IconButton
        icon={X}
        label={t(($) => $.contactForm.remove, { place: at })}
        className="mt-0.5"
        disabled={rest.readOnly}
        onClick={onRemove}
      />
    </li>
  );

  function markOf() {
    if (entry.origin === 'added')
      return <Chip className="bg-accent-tint text-accent">{t(($) => $.contactForm.isNew)}</Chip>;
    return entry.origin === 'call' ? <Chip>{t(($) => $.contactForm.fromCall)}</Chip> : null;
  }

  /** The number as it is read, where that looks different, and its country where that is abroad. */
  function understood() {
    if (reading.is !== 'number') return undefined;
    const shown = formatNumber(reading.e164);
    const country =
      reading.country === null || reading.country === place.country
        ? null
        : (new Intl.DisplayNames([language], { type: 'region' }).of(reading.country) ?? null);
    const parts = [shown === entry.typed.trim() ? null : shown, country].filter((part) => part !== null);
    if (parts.length === 0 && reading.isUsual) return undefined;
    return (
      <span className={cn(!reading.isUsual && 'text-ring')}>
        {[...parts, reading.isUsual ? null : t(($) => $.contactForm.unusual)].filter(Boolean).join(' · ')}
      </span>
    );
  }
}

let keys = 0;
const newKey = () => `typed ${Date.now()} ${++keys}`;
