import type { ContactScope } from '@sidetone/contract/entities/contact.ts';
import { Phone, Search, UserPlus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CallTarget } from '#contacts/call-target.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { activeOf, stepFrom } from './active-row.ts';
import { OmnibarFooter } from './OmnibarFooter.tsx';
import { OmnibarResults } from './OmnibarResults.tsx';
import { presentTarget } from './present-target.ts';
import { dialledBy, type ResultRow, resultsOf, rowsOf, type SearchType } from './results.ts';
import { useSearch } from './use-search.ts';

interface OmnibarProps {
  open: boolean;
  type: SearchType;
  /** Who waits in the running call while somebody is asked to join. */
  waiting: string | null;
  /** Stands in the field when it opens. */
  initialText: string;
  ownId: string | null;
  ownNumbers: readonly string[];
  onCall: (target: CallTarget) => void;
  onClose: () => void;
}

const scopes: readonly ContactScope[] = ['all', 'contacts', 'team'];

/** One field for people and numbers. The first line is always what Enter does. */
export function Omnibar({ open, type, waiting, initialText, ownId, ownNumbers, onCall, onClose }: OmnibarProps) {
  const { t } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initialText);
  const adds = type === 'addParticipant';
  /** Null while nobody has chosen where to search. */
  const [chosenScope, setScope] = useState<ContactScope | null>(null);
  // Somebody to ask is mostly a colleague; whoever types may mean anybody.
  const scope = chosenScope ?? (adds && text.trim() === '' ? 'team' : 'all');
  const [opened, setOpened] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const colleagues = useColleagues();
  const place = useNumberPlace();
  const search = useSearch(open ? text : '', scope);

  useEffect(() => {
    if (!open) return;
    setText(initialText);
    setScope(null);
    setChosen(null);
    setOpened(null);
  }, [open, initialText]);

  const results = useMemo(
    () =>
      resultsOf({
        type,
        text,
        scope,
        colleagues: [...colleagues.values()],
        ownId,
        ownNumbers,
        contacts: search.contacts,
        place,
        opened,
      }),
    [type, text, scope, colleagues, ownId, ownNumbers, search.contacts, place, opened],
  );
  const rows = rowsOf(results);
  const keys = rows.map((row) => row.key);
  const active = activeOf(keys, chosen, results.problem !== 'ownNumber');
  const lineId = (key: string) => `${id}-${keys.indexOf(key)}`;

  const choose = (row: ResultRow) => {
    const number = dialledBy(row);
    if (number !== null) onCall({ number, remote: presentTarget(row) });
    else if (row.kind === 'contact' && row.contact.phoneNumbers.length > 1) {
      setOpened(row.contact.id);
      setChosen(`${row.contact.id} ${row.contact.phoneNumbers[0]?.id}`);
    }
  };

  const write = (next: string) => {
    setText(next);
    setChosen(null);
    setOpened(null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setChosen(stepFrom(keys, active, event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const row = rows.find((each) => each.key === active);
      if (row) choose(row);
    }
  };

  const clear = () => {
    if (text === '') return false;
    write('');
    field.current?.focus();
    return true;
  };

  const title = adds ? t(($) => $.omnibar.addTitle) : t(($) => $.omnibar.title);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onEscape={clear}
      title={title}
      hideTitle
      initialFocus={field}
      className="w-[640px]"
    >
      <div className="flex h-14 flex-none items-center gap-3 border-line border-b pr-3 pl-[18px]">
        <Icon of={adds ? UserPlus : rows[0]?.kind === 'typed' ? Phone : Search} size={18} className="text-ink-3" />
        <input
          ref={field}
          role="combobox"
          aria-label={title}
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active === null ? undefined : lineId(active)}
          autoComplete="off"
          spellCheck={false}
          placeholder={adds ? t(($) => $.omnibar.addPlaceholder) : t(($) => $.omnibar.placeholder)}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent font-[480] text-[17px] leading-6 caret-accent outline-none placeholder:font-reg placeholder:text-ink-3"
        />
        <Segmented<ContactScope>
          label={t(($) => $.omnibar.scope)}
          value={scope}
          options={scopes.map((value) => ({ value, label: t(($) => $.omnibar.scopes[value]) }))}
          onChange={(next) => {
            setScope(next);
            setChosen(null);
          }}
        />
      </div>
      <OmnibarResults
        type={type}
        listId={`${id}-list`}
        lineId={lineId}
        results={results}
        text={text}
        scope={scope}
        active={active}
        pending={search.pending}
        failed={search.failed}
        onPoint={setChosen}
        onChoose={choose}
      />
      <OmnibarFooter type={type} waiting={waiting} empty={text === ''} calls={active !== null} />
    </Dialog>
  );
}
