import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact, ContactListScope } from '@sidetone/contract/entities/contact.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { searchDebounceMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Plug, Plus } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useCallsFull } from '#calls/calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { newContactHotkey } from '#platform/shortcuts.ts';
import { useSettled } from '#platform/use-settled.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Keys } from '#ui/Kbd.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import type { CallTarget } from './call-target.ts';
import { useConnected } from './can-call.ts';
import { contactAsRemote, dialledFor } from './contact-as-remote.ts';
import { standardNumber } from './contact-numbers.ts';
import { keepContact } from './detail/use-contact.ts';
import { ContactFileItems } from './files/ContactFileItems.tsx';
import { type BookView, ofList, useKeptBook } from './kept-book.ts';
import { BookFailed, NoContacts, NoMatch, PartFailed } from './list/BookStates.tsx';
import { ContactHints } from './list/ContactHints.tsx';
import { ContactRows } from './list/ContactRows.tsx';
import { ContactsSkeleton } from './list/ContactsSkeleton.tsx';
import { FilterField } from './list/FilterField.tsx';
import { useContactList } from './list/use-contact-list.ts';

interface ContactBookProps {
  /** The contact whose page is open; null for none. */
  openContact: string | null;
  onOpen: (contactId: string) => void;
  /** Null while there is no line to call from. */
  onCall: ((target: CallTarget) => void) | null;
  onCreate: () => void;
  /** Leads to the import of a file. */
  onImport: () => void;
  /** Leads to the address books and CRMs of the company. */
  onIntegrations: () => void;
  /** Below the head. */
  banners: ReactNode;
}

const scopes: readonly ContactListScope[] = ['all', 'personal', 'team'];

/** All contacts of the company, and the colleagues. */
export function ContactBook(props: ContactBookProps) {
  const { t } = useWords();
  const kept = useKeptBook();
  const [{ scope, text }, setAsked] = useState<Pick<BookView, 'scope' | 'text'>>(kept.view);
  /** Another list begins at its top. */
  const ask = (change: Partial<Pick<BookView, 'scope' | 'text'>>) => {
    kept.change({ ...change, place: null, selected: null });
    setAsked((before) => ({ ...before, ...change }));
  };
  const setScope = (next: ContactListScope) => ask({ scope: next });
  const setText = (next: string) => ask({ text: next });
  const queries = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const shown = useContactList(scope, useSettled(text.trim(), searchDebounceMs));
  const { list, scope: shownScope, filter } = shown;
  const keptList = useMemo(() => ofList(kept, { scope: shownScope, filter }), [kept, shownScope, filter]);
  const book = useLive(phoneQueries.contactBook, {}).rows[0];
  const mayWrite = hasGrant(useMe(), 'CONTACT_WRITE');
  const callsFull = useCallsFull();
  const isConnected = useConnected();
  const create = mayWrite ? props.onCreate : null;

  const call = (contact: Contact) => {
    const number = standardNumber(contact);
    if (number === null || callsFull || !isConnected) return;
    props.onCall?.({ number: dialledFor(number), remote: contactAsRemote(contact) });
  };
  const open = (contact: Contact) => {
    // Their page has something to show immediately.
    keepContact(queries, contact);
    props.onOpen(contact.id);
  };
  const clear = () => {
    setText('');
    field.current?.focus();
  };

  return (
    <div data-contacts className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-14 flex-none items-center gap-2 border-line border-b pr-4 pl-6 max-[559px]:h-12 max-[559px]:pl-4">
        <h1 className="truncate font-semi text-16">{t(($) => $.contacts.title)}</h1>
        <Count shown={list.status === 'ready' ? list.total : null} all={book ? book.personal + book.team : null} />
        <span className="flex-1" />
        <NewButton onCreate={create} />
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.contacts.more)} />}>
          <MenuItem icon={Plug} onSelect={props.onIntegrations}>
            {t(($) => $.contacts.integrations)}
          </MenuItem>
          <MenuSeparator />
          <ContactFileItems onImport={props.onImport} />
        </Menu>
      </header>
      {props.banners}
      <div className="flex flex-none flex-wrap items-center gap-2 border-line border-b py-2 pr-4 pl-6 max-[559px]:pl-4">
        <FilterField ref={field} value={text} onChange={setText} />
        <Segmented<ContactListScope>
          label={t(($) => $.contacts.scope)}
          value={scope}
          options={scopes.map((value) => ({ value, label: t(($) => $.contacts.scopes[value]) }))}
          onChange={setScope}
        />
      </div>
      {body()}
      {list.status === 'ready' && list.problem !== null ? <PartFailed onRetry={shown.retry} /> : null}
      {list.total > 0 ? <ContactHints mayCreate={create !== null} /> : null}
    </div>
  );

  function body() {
    if (list.status === 'loading') return <ContactsSkeleton />;
    if (list.status === 'failed') return <BookFailed problem={list.problem} onRetry={shown.retry} />;
    if (list.total > 0) {
      return (
        <ContactRows
          key={`${shown.scope} ${shown.filter}`}
          shown={shown}
          openContact={props.openContact}
          onOpen={open}
          onCall={call}
          onCreate={create}
          onFilter={() => field.current?.focus()}
          kept={keptList}
        />
      );
    }
    if (shown.filter !== '') {
      return (
        <NoMatch
          text={shown.filter}
          onClear={clear}
          onEverywhere={shown.scope === 'all' ? null : () => setScope('all')}
        />
      );
    }
    return (
      <NoContacts scope={shown.scope} onCreate={create} onConnect={props.onIntegrations} onImport={props.onImport} />
    );
  }
}

/** The number of contacts in the list; while it loads, the number of all contacts. */
function Count({ shown, all }: { shown: number | null; all: number | null }) {
  const { t, language } = useWords();
  const count = shown ?? all;
  const formatted = count === null ? '' : new Intl.NumberFormat(language).format(count);
  return (
    <span role="status" className="text-ink-3">
      {count ? (
        <>
          <span aria-hidden>{formatted}</span>
          <span className="sr-only">{t(($) => $.contacts.count, { count, formatted })}</span>
        </>
      ) : null}
    </span>
  );
}

/** Leads to a new contact. Users who may not create one are told why. */
function NewButton({ onCreate }: { onCreate: (() => void) | null }) {
  const { t } = useWords();
  const button = (
    <Button
      size="s"
      aria-disabled={onCreate === null || undefined}
      onClick={() => onCreate?.()}
      className={onCreate === null ? 'opacity-45' : undefined}
    >
      <Icon of={Plus} size={14} />
      {t(($) => $.contacts.new)}
      <span aria-hidden className="flex max-[559px]:hidden">
        <Keys hotkey={newContactHotkey} joined />
      </span>
    </Button>
  );
  return onCreate === null ? <Tooltip text={t(($) => $.contacts.mayNotWrite)}>{button}</Tooltip> : button;
}
