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
import { activeOf } from './active-row.ts';
import { openMail } from './open-mail.ts';
import type { DialObstacle } from './people-rows.ts';
import { remoteOf } from './remote-of.ts';
import { newContact, resultsOf, rowsOf, type SearchInput, scopeOf, unaskedRow } from './results.ts';
import { dialledBy, ownerOf, type ResultRow } from './rows.ts';
import { isOpen, orderOfSearchKey, type SearchKey, type SearchOrder } from './search-keys.ts';
import { typedNumber } from './typed-number.ts';
import { useDialledLast } from './use-dialled-last.ts';
import { useSearch } from './use-search.ts';
import type { Way } from './ways.ts';

/** The text and the scope of a search: enough to come back to it. */
export interface Kept {
  readonly text: string;
  readonly scope: ContactScope | null;
}

export interface OmnibarAsked {
  readonly type: SearchType;
  readonly begin: Kept;
  /** No line is active until the user types or goes to one. */
  readonly isUnasked: boolean;
  readonly numberToAdd: string | null;
  readonly ownId: string | null;
  readonly ownNumbers: readonly string[];
  readonly channels: Channels;
  readonly dialObstacle: DialObstacle | null;
  readonly mayWrite: boolean;
  readonly way: Way;
  readonly mayPark: boolean;
  /** `way`: what becomes of the running call, where somebody is added to one. */
  onCall(target: CallTarget, way: Way): void;
  onPark(): void;
  onCreate(about: { name: string; number: string | null }): void;
  /** The typed number is to be added to a contact; the search comes back to what is kept. */
  onAddNumber(number: string, kept: Kept): void;
  onAddTo(contactId: string, number: string): void;
  onClose(): void;
}

/** A search: its text, its results, and its keys. */
export function useOmnibar(asked: OmnibarAsked) {
  const { shortcutsEnabled } = usePreferences();
  const typed = useTyped(asked.begin);
  const { text, chosen } = typed;
  const scope = scopeOf(asked.type, text, typed.chosenScope);
  const search = useSearch(text, scope);
  const input = useSearchInput(asked, typed, scope, search);
  const results = useMemo(() => resultsOf(input), [input]);
  const rows = rowsOf(results);
  const keys = rows.map(({ key }) => key);
  const rests = asked.isUnasked && !typed.isWritten;
  const active = activeOf(keys, chosen, rests ? null : unaskedRow(results, input, search.pending));
  const activeRow = rows.find(({ key }) => key === active) ?? null;
  const { choose, create, addNumber } = deedsOf(asked, input, typed);

  const obey = (order: SearchOrder) => {
    switch (order.is) {
      case 'create':
        return create();
      case 'addNumber':
        return addNumber();
      case 'choose':
        return activeRow ? choose(activeRow, asked.way) : undefined;
      case 'handOver':
        return activeRow ? choose(activeRow, 'handOver') : undefined;
      case 'toggle':
        return typed.toggle(order.row);
      case 'go':
        return typed.point(order.key);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const handsOver = asked.type === 'addParticipant';
    const hasChosen = chosen !== null;
    const order = orderOfSearchKey(pressOf(event), { rows, active, hasChosen, shortcutsEnabled, handsOver });
    if (order === null) return;
    event.preventDefault();
    event.stopPropagation();
    obey(order);
  };

  const { write, toggle, point, look } = typed;
  return { text, scope, search, results, rows, keys, active, activeRow, write, choose, toggle, onKeyDown, point, look };
}

export type OmnibarSearch = ReturnType<typeof useOmnibar>;

/** The text and the choices of the user in the search. */
function useTyped(begin: Kept) {
  const [text, setText] = useState(begin.text);
  const [chosenScope, setScope] = useState(begin.scope);
  const [opened, setOpened] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isWritten, setWritten] = useState(false);

  /** Opens the lines of a person or contact, and goes to the first of them. */
  const open = (row: ResultRow) => {
    const owner = ownerOf(row);
    if (owner === null) return;
    setOpened(owner);
    if (row.kind === 'colleague') setChosen(`${owner} extension`);
    if (row.kind !== 'contact') return;
    const first = standardNumber(row.contact) ?? row.contact.phoneNumbers[0];
    setChosen(`${owner} ${first?.id ?? '@'}`);
  };
  return {
    text,
    /** Null until the user chooses where to search. */
    chosenScope,
    opened,
    chosen,
    isWritten,
    open,
    toggle(row: ResultRow) {
      if (!isOpen(row)) return open(row);
      setOpened('');
      setChosen(row.key);
    },
    write(next: string) {
      setText(next);
      setWritten(true);
      setChosen(null);
      setOpened(null);
    },
    point: setChosen,
    look(next: ContactScope) {
      setScope(next);
      setChosen(null);
    },
  };
}

type Typed = ReturnType<typeof useTyped>;

/** The id of a channel that nobody has, until the own one is known. */
const noChannel = 'none';

/** Everything that the results of a search depend on; the same object until something of it changes. */
function useSearchInput(
  { type, numberToAdd, ownId, way, mayPark, ownNumbers, dialObstacle, mayWrite, channels }: OmnibarAsked,
  { text, opened }: Typed,
  scope: ContactScope,
  { contacts, total }: ReturnType<typeof useSearch>,
): SearchInput {
  const colleagues = useColleagues();
  const place = useNumberPlace();
  const favorites = useLive(phoneQueries.favorites, {}).rows;
  const integrations = useLive(phoneQueries.integrations, {}).rows;
  const { shared, own } = channels;
  const dialled = useDialledLast(own?.id ?? noChannel);
  return useMemo<SearchInput>(
    () => ({
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
      dialled,
      way,
      mayPark,
      contacts,
      total,
      books: new Map(integrations.map((one) => [one.id, bookOf(one)] as const)),
    }),
    [
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
      dialled,
      way,
      mayPark,
      contacts,
      total,
      integrations,
    ],
  );
}

/** The actions of lines and of the keys for contacts, carried out by the page. */
function deedsOf(asked: OmnibarAsked, input: SearchInput, { text, chosenScope, open }: Typed) {
  const { type, mayWrite } = asked;
  const addable = type === 'addPhoneNumber' ? null : (typedNumber(text.trim(), input)?.e164 ?? null);
  const create = () => {
    if (mayWrite) asked.onCreate(newContact(input));
  };
  const addNumber = () => {
    if (mayWrite && addable !== null) asked.onAddNumber(addable, { text, scope: chosenScope });
  };
  const choose = (row: ResultRow, way: Way = asked.way) => {
    if (row.obstacle !== null) return;
    const number = dialledBy(row);
    if (number !== null) return asked.onCall({ number, remote: remoteOf(row) }, way);
    switch (row.kind) {
      case 'contact':
        return open(row);
      case 'email':
        return openMail(row.email);
      case 'create':
        return create();
      case 'addNumber':
        return addNumber();
      case 'park':
        return asked.onPark();
      case 'target':
        return row.number === null ? undefined : asked.onAddTo(row.contact.id, row.number);
    }
  };
  return { choose, create, addNumber };
}

/** What users may write in an address book. */
const bookOf = ({ limitations, features }: Pick<ConnectedIntegration, 'limitations' | 'features'>) => ({
  mostNumbers: limitations.maxNumbersPerContact ?? null,
  canUpdate: features.includes('CONTACT_UPDATE'),
});

function pressOf(event: KeyboardEvent<HTMLInputElement>): SearchKey {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, currentTarget } = event;
  return {
    key,
    code,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
    isAltGraph: event.getModifierState('AltGraph'),
    isMac: navigator.platform.startsWith('Mac'),
    field: currentTarget,
  };
}
