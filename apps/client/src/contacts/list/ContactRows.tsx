import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { isSilenced } from '#platform/shortcuts.ts';
import { useWide } from '#platform/window-size.ts';
import { isUnderDialog } from '#ui/any-dialog.ts';
import { useConnected } from '../can-call.ts';
import { useColleagues } from '../colleagues.ts';
import { standardNumber, useContactNumberWords } from '../contact-numbers.ts';
import type { KeptBook } from '../kept-book.ts';
import { presenceLook } from '../presence.ts';
import { useSourceName } from '../source-name.ts';
import { ContactRow, ContactRowShape } from './ContactRow.tsx';
import { type ContactOrder, isMove, orderOf, placeAfterMove } from './contact-keys.ts';
import { LetterHead } from './LetterHead.tsx';
import { type Letters, type ListLines, lineHeights, linesOf, placeAfter } from './lines.ts';
import { type ContactList, contactAt, placeOf } from './pages.ts';
import type { ShownContacts } from './use-contact-list.ts';
import { useCursor } from './use-cursor.ts';

interface ContactRowsProps {
  shown: ShownContacts;
  /** The contact whose page is open; null for none. */
  openContact: string | null;
  onOpen: (contact: Contact) => void;
  onCall: (contact: Contact) => void;
  /** Null where the user may not. */
  onCreate: (() => void) | null;
  onFilter: () => void;
  /** Where the user left the list, and where it is now. */
  kept: KeptBook;
}

/** The contacts under the letters that their names begin with, as many as there are; only what is near the window is drawn. */
export function ContactRows(props: ContactRowsProps) {
  const { shown, openContact } = props;
  const { list, look } = shown;
  const { t } = useWords();
  const lines = useMemo(() => linesOf(list.letters), [list.letters]);
  const scroller = useRef<HTMLDivElement>(null);
  const cursor = useCursor(shown, openContact, props.kept);
  const cursorLine = cursor.place < 0 ? -1 : lines.lineOf(cursor.place);

  const view = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((line: number) => lineHeights[lines.at(line).kind], [lines]),
    overscan: 8,
    paddingEnd: 8,
    scrollPaddingStart: lineHeights.letter,
    scrollPaddingEnd: 8,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const drawn = new Set<number>([lines.headOf(startIndex)]);
      // The row with the focus stays, wherever the list is scrolled to.
      if (cursorLine >= 0 && cursorLine < count) drawn.add(cursorLine);
      const to = Math.min(count - 1, endIndex + overscan);
      for (let line = Math.max(0, startIndex - overscan); line <= to; line += 1) drawn.add(line);
      return [...drawn].sort((one, other) => one - other);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines of other heights are measured again
  useLayoutEffect(() => view.measure(), [lines]);
  cursor.showPlace.current = (place) => view.scrollToIndex(lines.lineOf(place), { align: 'center' });
  useStillView(scroller, list, lines, props.kept);

  const from = lines.placeFrom(view.range?.startIndex ?? 0);
  const to = lines.placeFrom(view.range?.endIndex ?? 0);
  useLook(look, Math.max(0, from), to < 0 ? lines.contacts : to);

  const followsSelection = useWide() && openContact !== null;
  // A contact that was selected before it was loaded is opened once it is.
  const owed = useRef(false);
  useEffect(() => {
    if (!owed.current || cursor.contact === null) return;
    owed.current = false;
    if (followsSelection) props.onOpen(cursor.contact);
  });

  const obey = (order: ContactOrder) => {
    const rows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / lineHeights.contact) - 1);
    const next = placeAfterMove(order, cursor.place, rows, lines.contacts);
    if (next !== null) {
      cursor.select(next);
      view.scrollToIndex(next === 0 ? 0 : lines.lineOf(next), { align: 'auto' });
      const contact = contactAt(list, next);
      owed.current = contact === null;
      if (followsSelection && contact !== null && contact.id !== openContact) props.onOpen(contact);
      return;
    }
    if (order === 'open' && cursor.contact) props.onOpen(cursor.contact);
    if (order === 'call' && cursor.contact) props.onCall(cursor.contact);
    if (order === 'create') props.onCreate?.();
    if (order === 'filter') props.onFilter();
  };
  useContactKeys(scroller, obey);

  const press = useRef<(contact: Contact) => void>(() => {});
  press.current = (contact) => {
    const place = placeOf(list, contact.id);
    if (place !== null) cursor.select(place);
    props.onOpen(contact);
  };
  const onPress = useCallback((contact: Contact) => press.current(contact), []);

  return (
    <div
      ref={scroller}
      data-testid="contact-list"
      className="@container relative min-h-0 flex-1 overflow-y-auto px-3 [overflow-anchor:none] max-[559px]:px-1"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a ul */}
      <div
        role="list"
        aria-label={t(($) => $.contacts.list)}
        className="relative"
        style={{ height: view.getTotalSize() }}
      >
        <DrawnLines
          list={list}
          lines={lines}
          drawn={view.getVirtualItems()}
          head={lines.count === 0 ? -1 : lines.headOf(view.range?.startIndex ?? 0)}
          current={openContact ?? cursor.contact?.id ?? null}
          cursorLine={cursorLine}
          focusToken={cursor.token}
          onOpen={onPress}
        />
      </div>
    </div>
  );
}

interface DrawnLinesProps {
  list: ContactList;
  lines: ListLines;
  drawn: readonly { readonly index: number }[];
  /** The line whose letter stays on top; -1 for none. */
  head: number;
  /** The contact that is open or selected; null for none. */
  current: string | null;
  /** The line of the selected contact; -1 for none. */
  cursorLine: number;
  focusToken: number;
  onOpen: (contact: Contact) => void;
}

/** The lines near the window: letters, contacts, and places of contacts that are still loading. */
function DrawnLines({ list, lines, drawn, head, current, cursorLine, focusToken, onOpen }: DrawnLinesProps) {
  const wordsOf = useRowWords();
  const isConnected = useConnected();
  const seen = new Set<string>();
  return drawn.map(({ index }) => {
    const line = lines.at(index);
    const top = lines.topOf(index);
    const [place, size] = [index + 1, lines.count];
    if (line.kind === 'letter') {
      return (
        <LetterHead
          key={`letter ${line.letter}`}
          place={place}
          size={size}
          letter={line.letter}
          top={index === head ? null : top}
        />
      );
    }
    const contact = contactAt(list, line.place);
    if (!contact) return <ContactRowShape key={`place ${line.place}`} top={top} place={line.place} />;
    // While pages are of two moments, a contact may be in the list twice.
    const key = seen.has(contact.id) ? `place ${line.place}` : contact.id;
    seen.add(contact.id);
    return (
      <ContactRow
        key={key}
        contact={contact}
        {...wordsOf(contact)}
        place={place}
        size={size}
        current={contact.id === current}
        reachable={index === (cursorLine < 0 ? 1 : cursorLine)}
        rests={!isConnected}
        focusToken={index === cursorLine ? focusToken : 0}
        top={top}
        onOpen={onOpen}
      />
    );
  });
}

/** The words of a row beside the name. */
function useRowWords() {
  const { t } = useWords();
  const colleagues = useColleagues();
  const sourceName = useSourceName();
  const words = useContactNumberWords();
  return (contact: Contact) => {
    const person = contact.isTeam ? colleagues.get(contact.id) : undefined;
    const look = person ? presenceLook(person.neoPbxStatus) : null;
    const number = standardNumber(contact) ?? contact.phoneNumbers[0];
    const company = contact.organization === (contact.displayName || contact.name) ? null : contact.organization;
    const team = [t(($) => $.contacts.team), look && t(($) => $.people.presence[look.word])]
      .filter(Boolean)
      .join(' · ');
    return {
      below: contact.isTeam ? team : (company ?? contact.email),
      source: sourceName(contact),
      number: number ? words.number(number) : null,
      presence: look?.mark ?? null,
    };
  };
}

/** Reports the places in view, while the list is scrolled only now and then. */
function useLook(look: (from: number, to: number) => void, from: number, to: number): void {
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const say = () => {
      lastAt.current = performance.now();
      look(from, to);
    };
    const wait = lastAt.current + lookEveryMs - performance.now();
    if (wait <= 0) return say();
    const timer = setTimeout(say, wait);
    return () => clearTimeout(timer);
  }, [look, from, to]);
}

/** The least time between two requests while a list is dragged past thousands of contacts, in milliseconds. */
const lookEveryMs = 80;

/** The contacts in view stay where they are when others come or go above them. */
function useStillView(
  scroller: RefObject<HTMLElement | null>,
  list: ContactList,
  lines: ListLines,
  kept: KeptBook,
): void {
  const held = useRef<{ id: string | null; place: number; below: number; letters: Letters } | null>(null);
  const left = useRef(kept.view().place);
  // First of all back to the place where it was left.
  useLayoutEffect(() => {
    const element = scroller.current;
    const back = left.current;
    if (!element || back === null || list.total === 0) return;
    left.current = null;
    element.scrollTop = lines.topOf(lines.lineOf(Math.min(back.place, list.total - 1))) - back.below;
  }, [list, lines, scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const was = held.current;
    if (was !== null && element.scrollTop > 0) {
      const found = was.id === null ? null : placeOf(list, was.id);
      const place = found ?? placeAfter(was.letters, list.letters, was.place);
      const top = place === null ? 0 : lines.topOf(lines.lineOf(place)) - was.below;
      if (Math.abs(top - element.scrollTop) > 1) element.scrollTop = top;
    }
    const remember = () => {
      const place = lines.placeFrom(lines.lineAt(element.scrollTop + lineHeights.letter));
      if (place < 0) return;
      const below = lines.topOf(lines.lineOf(place)) - element.scrollTop;
      held.current = { id: contactAt(list, place)?.id ?? null, place, below, letters: list.letters };
      if (left.current === null) kept.change({ place: element.scrollTop > 0 ? { place, below } : null });
    };
    remember();
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [list, lines, scroller, kept]);
}

const takesKeysItself = 'input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=combobox]';

/** Keys work on the page of contacts and where nothing has the focus; never in a field, a menu, a dialog or a contact's page. */
function useContactKeys(scroller: RefObject<HTMLElement | null>, obey: (order: ContactOrder) => void): void {
  const latest = useRef(obey);
  useEffect(() => {
    latest.current = obey;
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || isSilenced(event) || !(target instanceof HTMLElement)) return;
      const page = scroller.current?.closest('[data-contacts]');
      // Users who came by a link of the left column go on into the list.
      const isBeside = target.closest('nav') !== null;
      if (target !== document.body && !isBeside && !page?.contains(target)) return;
      // The focus of a dialog may be lost to the page under it.
      if (target === document.body && isUnderDialog(scroller.current)) return;
      if (target.closest(takesKeysItself) !== null || target.closest('[role=radiogroup]') !== null) return;
      const order = orderOf(event);
      if (order === null || (order === 'open' && target.closest('button, a') !== null)) return;
      if (isBeside && !isMove(order) && order !== 'filter') return;
      event.preventDefault();
      if (!event.repeat || isMove(order)) latest.current(order);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [scroller]);
}
