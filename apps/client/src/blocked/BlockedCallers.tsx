import {
  type BlockedCaller,
  mostBlockedCallers,
  newBlockedCaller,
} from '@sidetone/contract/entities/blocked-caller.ts';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { dayOf, formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Select } from '#ui/Select.tsx';
import { type BlockListName, retryBlockList, useBlocking, useBlockList } from './block-list.ts';

/** What becomes of callers who hide their number. */
const anonymousWays = ['in', 'ask', 'reject'] as const;

/** A list of blocked callers: what it does, whether anonymous callers are let in, a form for another caller, and its entries. */
export function BlockedCallers({ of }: { of: BlockListName }) {
  const { t } = useWords();
  const { rows, status } = useBlockList(of);
  const { block, unblock } = useBlocking(of);
  const entries = useRef<HTMLElement>(null);
  const anonymous = rows.find(({ kind }) => kind === 'anonymous');
  const what = anonymous === undefined ? 'in' : anonymous.asks ? 'ask' : 'reject';
  const callers = rows.filter(({ kind }) => kind !== 'anonymous');
  return (
    <div className="grid gap-5">
      <p className="text-pretty text-ink-2">{t(($) => $.blocked.intro[of])}</p>
      <Select
        className="max-w-96"
        label={t(($) => $.blocked.anonymous)}
        help={<UseOf entry={anonymous} otherwise={t(($) => $.blocked.anonymousHelp[what])} />}
        value={what}
        disabled={status !== 'ready'}
        onChange={({ target }) => {
          const next = anonymousWays.find((way) => way === target.value) ?? 'in';
          if (next !== 'in') void block({ kind: 'anonymous', number: null, note: null, asks: next === 'ask' });
          else if (anonymous) void unblock(anonymous);
        }}
        options={anonymousWays.map((value) => ({ value, label: t(($) => $.blocked.anonymousWays[value]) }))}
      />
      <AddForm of={of} isFull={rows.length >= mostBlockedCallers} />
      {status === 'failed' ? <Failed of={of} /> : null}
      {/* It takes the focus where an entry is removed: it stays when that was the last one. */}
      <section ref={entries} tabIndex={-1} aria-label={t(($) => $.blocked.title)} className="outline-none">
        {status === 'ready' && callers.length === 0 ? <p className="text-ink-3">{t(($) => $.blocked.empty)}</p> : null}
        {callers.length === 0 ? null : (
          <ul aria-label={t(($) => $.blocked.title)} className="rounded-m border border-line bg-raised px-4">
            {callers.map((entry) => (
              <Entry key={entry.id} of={of} entry={entry} onRemove={() => entries.current?.focus()} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function Failed({ of }: { of: BlockListName }) {
  const { t } = useWords();
  return (
    <div role="alert" className="flex items-center gap-3">
      <span className="flex-1 text-missed">{t(($) => $.blocked.loadFailed)}</span>
      <Button size="s" onClick={() => retryBlockList(of)}>
        {t(($) => $.blocked.retry)}
      </Button>
    </div>
  );
}

interface EntryProps {
  of: BlockListName;
  entry: BlockedCaller;
  onRemove: () => void;
}

function Entry({ of, entry, onRemove }: EntryProps) {
  const { t, language } = useWords();
  const { unblock, nameOf } = useBlocking(of);
  const name = nameOf(entry);
  const day = formatDay(dayOf(new Date(entry.addedAt)), language, new Date().getFullYear());
  const added =
    entry.addedBy === null
      ? t(($) => $.blocked.added, { day })
      : t(($) => $.blocked.addedBy, { day, name: entry.addedBy });
  return (
    <li className="flex items-center gap-3 border-line border-b py-2 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="block font-med">{name}</span>
        {entry.note === null ? null : <span className="block text-12 text-ink-2">{entry.note}</span>}
        <span className="block text-12 text-ink-3">
          {entry.isLearned ? t(($) => $.blocked.learned, { day }) : added} ·{' '}
          <UseOf entry={entry} otherwise={t(($) => $.blocked.neverUsed)} />
        </span>
      </span>
      <IconButton
        icon={Trash2}
        size={32}
        label={t(($) => $.blocked.unblockOne, { caller: name })}
        onClick={() => {
          onRemove();
          void unblock(entry);
        }}
      />
    </li>
  );
}

/** How many calls an entry refused, and when the last one came. */
function UseOf({ entry, otherwise }: { entry: BlockedCaller | undefined; otherwise: string }) {
  const { t, language } = useWords();
  if (entry === undefined || entry.lastRefusedAt === null) return otherwise;
  const day = formatDay(dayOf(new Date(entry.lastRefusedAt)), language, new Date().getFullYear());
  return t(($) => $.blocked.used, { count: entry.refused, day });
}

const kinds = ['number', 'prefix'] as const;

/** Blocks a number or a prefix. What the server refuses stays in the form. */
function AddForm({ of, isFull }: { of: BlockListName; isFull: boolean }) {
  const { t } = useWords();
  const { block } = useBlocking(of);
  const [kind, setKind] = useState<(typeof kinds)[number]>('number');
  const [number, setNumber] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const caller = { kind, number: number.trim(), note: note.trim() === '' ? null : note.trim() };
    if (!newBlockedCaller.safeParse(caller).success) return setProblem(t(($) => $.blocked.numberMissing));
    setProblem(undefined);
    setBusy(true);
    const isDone = await block(caller);
    setBusy(false);
    if (!isDone) return;
    setNumber('');
    setNote('');
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Select
          label={t(($) => $.blocked.kind)}
          value={kind}
          onChange={(event) => setKind(event.target.value === 'prefix' ? 'prefix' : 'number')}
          options={kinds.map((value) => ({ value, label: t(($) => $.blocked.kinds[value]) }))}
        />
        <Field
          label={t(($) => $.blocked.number)}
          type="tel"
          maxLength={40}
          value={number}
          error={problem}
          help={kind === 'prefix' ? t(($) => $.blocked.prefixHelp) : undefined}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Field
          label={t(($) => $.blocked.note)}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <div className="flex items-center gap-3">
        <Button type="submit" disabled={busy || isFull}>
          <Icon of={Plus} />
          {t(($) => $.blocked.add)}
        </Button>
        {isFull ? <span className="text-12 text-ink-3">{t(($) => $.blocked.full)}</span> : null}
      </div>
    </form>
  );
}
