import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ContactScope } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import type { SearchType } from '@sidetone/contract/rules/defaults.ts';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { Channels } from '#channels/channels.ts';
import type { CallTarget } from '#contacts/call-target.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { standardNumber } from '#contacts/contact-numbers.ts';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useLive } from '#live/queries/live.ts';
import { usePreferences } from '#platform/preferences.ts';
import { activeOf, rowByKey } from './active-row.ts';
import { openMail } from './open-mail.ts';
import type { DialObstacle } from './people-rows.ts';
import { remoteOf } from './remote-of.ts';
import { newContact, resultsOf, rowsOf, type SearchInput, scopeOf, unaskedRow } from './results.ts';
import { dialledBy, ownerOf, type ResultRow } from './rows.ts';
import { typedNumber } from './typed-number.ts';
import { useSearch } from './use-search.ts';

/** What is typed and where it is looked for: enough to come back to a search. */
export interface Kept {
  readonly text: string;
  readonly scope: ContactScope | null;
}

export interface OmnibarAsked {
  readonly type: SearchType;
  readonly begin: Kept;
  /** No line is active until somebody types or goes to one. */
  readonly isUnasked: boolean;
  readonly numberToAdd: string | null;
  readonly ownId: string | null;
  readonly ownNumbers: readonly string[];
  readonly channels: Channels;
  readonly dialObstacle: DialObstacle | null;
  readonly mayWrite: boolean;
  onCall(target: CallTarget): void;
  onCreate(about: { name: string; number: string | null }): void;
  /** A number was typed that a contact is to get; the search comes back to what is kept. */
  onAddNumber(number: string, kept: Kept): void;
  onAddTo(contactId: string, number: string): void;
  onClose(): void;
}

/** A search: what is typed, what that finds, and what keys do. */
export function useOmnibar(asked: OmnibarAsked) {
  const { shortcutsEnabled } = usePreferences();
  const { type, begin, numberToAdd, ownId, ownNumbers, dialObstacle, mayWrite, channels } = asked;
  const { shared } = channels;
  const [text, setText] = useState(begin.text);
  /** Null while nobody has chosen where to search. */
  const [chosenScope, setScope] = useState(begin.scope);
  const [opened, setOpened] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [written, setWritten] = useState(false);
  const scope = scopeOf(type, text, chosenScope);
  const colleagues = useColleagues();
  const place = useNumberPlace();
  const favorites = useLive(phoneQueries.favorites, {}).rows;
  const integrations = useLive(phoneQueries.integrations, {}).rows;
  const search = useSearch(text, scope);

  const input = useMemo<SearchInput>(() => {
    const books = integrations.map((one) => [one.id, bookOf(one)] as const);
    return {
      type,
      text,
      scope,
      numberToAdd,
      ownId,
      ownNumbers,
      place,
      dialObstacle,
      mayWrite,
      opened,
      colleagues: [...colleagues.values()],
      shared,
      favorites: favorites.flatMap(({ contact }) => contact ?? []),
      contacts: search.contacts,
      total: search.total,
      books: new Map(books),
    };
  }, [
    type,
    text,
    scope,
    numberToAdd,
    ownId,
    ownNumbers,
    place,
    dialObstacle,
    mayWrite,
    opened,
    colleagues,
    shared,
    favorites,
    search.contacts,
    search.total,
    integrations,
  ]);
  const results = useMemo(() => resultsOf(input), [input]);
  const rows = rowsOf(results);
  const keys = rows.map(({ key }) => key);
  const rests = asked.isUnasked && !written;
  const active = activeOf(keys, chosen, rests ? null : unaskedRow(results, input, search.pending));
  const activeRow = rows.find(({ key }) => key === active) ?? null;
  const addable = type === 'addPhoneNumber' ? null : (typedNumber(text.trim(), input)?.e164 ?? null);

  const write = (next: string) => {
    setText(next);
    setWritten(true);
    setChosen(null);
    setOpened(null);
  };

  const create = () => mayWrite && asked.onCreate(newContact(input));
  const addNumber = () => {
    if (mayWrite && addable !== null) asked.onAddNumber(addable, { text, scope: chosenScope });
  };

  /** Opens who has something below, and goes to the first line there. */
  const open = (row: ResultRow) => {
    const owner = ownerOf(row);
    if (owner === null) return;
    setOpened(owner);
    if (row.kind === 'colleague') setChosen(`${owner} extension`);
    if (row.kind !== 'contact') return;
    const first = standardNumber(row.contact) ?? row.contact.phoneNumbers[0];
    setChosen(`${owner} ${first?.id ?? '@'}`);
  };

  const toggle = (row: ResultRow) => {
    const isOpen = (row.kind === 'contact' || row.kind === 'colleague') && row.open;
    if (!isOpen) return open(row);
    setOpened('');
    setChosen(row.key);
  };

  const choose = (row: ResultRow) => {
    if (row.obstacle !== null) return;
    const number = dialledBy(row);
    if (number !== null) return asked.onCall({ number, remote: remoteOf(row) });
    switch (row.kind) {
      case 'contact':
        return open(row);
      case 'email':
        return openMail(row.email);
      case 'create':
        return create();
      case 'addNumber':
        return addNumber();
      case 'target':
        return row.number === null ? undefined : asked.onAddTo(row.contact.id, row.number);
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const taken = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (shortcutsEnabled && isContactKey(event)) {
      taken();
      return void (event.shiftKey ? addNumber() : create());
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter') {
      taken();
      if (activeRow) choose(activeRow);
      return;
    }
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const opensIt = event.key === 'ArrowRight';
      const owner = activeRow && ownerOf(activeRow);
      // Until somebody went to a line these move the caret.
      const isText = opensIt ? !isCaretAt('end', event.currentTarget) : chosen === null;
      if (!activeRow || owner === null || isText) return;
      const head = rows.find(({ key }) => key === owner);
      const isOpen = head && (head.kind === 'contact' || head.kind === 'colleague') && head.open;
      if (!head || Boolean(isOpen) === opensIt) return;
      taken();
      return toggle(head);
    }
    // These belong to the text until the caret is where they lead.
    if (event.key === 'Home' && !isCaretAt('start', event.currentTarget)) return;
    if (event.key === 'End' && !isCaretAt('end', event.currentTarget)) return;
    const next = rowByKey(event.key, keys, active);
    if (next === null) return;
    taken();
    setChosen(next);
  };

  return {
    text,
    scope,
    search,
    results,
    rows,
    keys,
    active,
    activeRow,
    write,
    choose,
    toggle,
    onKeyDown,
    point: setChosen,
    look(next: ContactScope) {
      setScope(next);
      setChosen(null);
    },
  };
}

/** What an address book lets people write. */
const bookOf = ({ limitations, features }: Pick<ConnectedIntegration, 'limitations' | 'features'>) => ({
  mostNumbers: limitations.maxNumbersPerContact ?? null,
  canUpdate: features.includes('CONTACT_UPDATE'),
});

/** Mod and N, with Alt as the web has it or without; never a letter that AltGr makes. */
function isContactKey(event: KeyboardEvent): boolean {
  const mac = navigator.platform.startsWith('Mac');
  const mod = mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return event.code === 'KeyN' && mod && !event.getModifierState('AltGraph');
}

function isCaretAt(end: 'start' | 'end', { selectionStart, selectionEnd, value }: HTMLInputElement): boolean {
  const place = end === 'start' ? 0 : value.length;
  return selectionStart === place && selectionEnd === place;
}

export type OmnibarSearch = ReturnType<typeof useOmnibar>;
