import { LocateFixed } from 'lucide-react';
import { type MouseEvent, memo, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { fadesOf } from './follow.ts';
import { Marked } from './Marked.tsx';
import { pressedLetter } from './pressed-letter.ts';
import { SpokenText } from './SpokenText.tsx';
import type { Utterance } from './talk-share.ts';
import { type SpokenWord, secondOfLetter } from './timed-words.ts';

export interface UtteranceList {
  /** Shows an utterance by its place in the list, without moving the recording. */
  show(index: number): void;
}

interface UtterancesProps {
  items: readonly Utterance[];
  names: { user: string; remote: string };
  /** The current utterance; -1 where nothing plays. */
  current: number;
  /** The utterance that the search shows; -1 for none. */
  found: number;
  wanted: string;
  /** Utterances that a point rests on; the first gets the focus. */
  evidence?: readonly Utterance[] | undefined;
  /** The words of an utterance with their seconds; empty where they are not known. */
  wordsOf: (item: Utterance) => readonly SpokenWord[];
  /** Plays from a second; null where there is no recording. */
  onPlay: ((second: number) => void) | null;
  handle: Ref<UtteranceList>;
}

/** Keys that scroll. */
const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

/**
 * The utterances in order. The list follows the recording until its reader scrolls, and again when they ask for it. It is drawn again
 * with each utterance, not with each moment of the recording.
 */
export const Utterances = memo(List);

function List({ items, names, current, found, wanted, evidence, wordsOf, onPlay, handle }: UtterancesProps) {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const first = evidence?.[0];
  const [following, setFollowing] = useState(true);
  const fades = useFades(scroller, list);

  const show = (index: number) => {
    const row = list.current?.children[index];
    if (scroller.current && row instanceof HTMLElement) bringIntoView(scroller.current, row);
  };
  const shown = useRef(show);
  shown.current = show;
  useEffect(() => {
    if (following && current >= 0) shown.current(current);
  }, [following, current]);
  const firstAt = first === undefined ? -1 : items.indexOf(first);
  useEffect(() => {
    const row = list.current?.children[firstAt];
    if (!(row instanceof HTMLElement)) return;
    if (scroller.current) bringIntoView(scroller.current, row);
    row.focus({ preventScroll: true });
  }, [firstAt]);
  useImperativeHandle(handle, () => ({
    show(index) {
      setFollowing(false);
      shown.current(index);
    },
  }));

  const leave = () => setFollowing(false);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        role="group"
        aria-label={t(($) => $.transcript.said)}
        data-fade-top={fades.top}
        data-fade-bottom={fades.bottom}
        className={cn(
          'focus-inset min-h-0 flex-1 overflow-y-auto px-6 py-2 [mask-image:linear-gradient(#0000,#000_var(--fade-top),#000_calc(100%-var(--fade-bottom)),#0000)] max-[559px]:px-4',
          fades.top ? '[--fade-top:12px]' : '[--fade-top:0px]',
          fades.bottom ? '[--fade-bottom:40px]' : '[--fade-bottom:0px]',
        )}
        onWheel={leave}
        onTouchMove={leave}
        onPointerDown={(event) => event.target === event.currentTarget && leave()}
        onKeyDown={(event) => scrollKeys.has(event.key) && event.target === event.currentTarget && leave()}
      >
        <ol ref={list}>
          {items.map((item, index) => (
            <Row
              key={`${item.startTime} ${item.speaker} ${item.text}`}
              item={item}
              name={item.speaker === 0 ? names.user : names.remote}
              isCurrent={index === current}
              isFound={index === found}
              isShown={evidence?.includes(item) === true}
              wanted={wanted}
              wordsOf={wordsOf}
              onPlay={onPlay}
            />
          ))}
        </ol>
      </div>
      {!following && current >= 0 ? (
        <Button
          size="s"
          className="absolute right-6 bottom-3 shadow-e2"
          onClick={() => {
            setFollowing(true);
            show(current);
          }}
        >
          <Icon of={LocateFixed} size={14} />
          {t(($) => $.transcript.follow)}
        </Button>
      ) : null}
    </div>
  );
}

interface RowProps {
  item: Utterance;
  name: string;
  isCurrent: boolean;
  isFound: boolean;
  isShown: boolean;
  wanted: string;
  wordsOf: UtterancesProps['wordsOf'];
  onPlay: UtterancesProps['onPlay'];
}

const Row = memo(({ item, name, isCurrent, isFound, isShown, wanted, wordsOf, onPlay }: RowProps) => {
  const { t } = useWords();
  const time = formatDuration(item.startTime);
  const isUser = item.speaker === 0;
  const text = useRef<HTMLParagraphElement>(null);
  // Users who select words with the pointer want to copy them.
  const press = (event: MouseEvent) => {
    if (!onPlay || document.getSelection()?.isCollapsed === false) return;
    const letter = text.current && pressedLetter(text.current, event);
    onPlay((letter === null ? null : secondOfLetter(wordsOf(item), letter)) ?? item.startTime);
  };
  const words = isCurrent && wanted === '' ? wordsOf(item) : [];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its time is a button that does the same
    <li
      aria-current={isCurrent ? 'true' : undefined}
      tabIndex={isShown ? -1 : undefined}
      className={cn(
        '-mx-3 grid grid-cols-[44px_3px_1fr] gap-x-3 rounded-m px-3 py-[7px] [contain-intrinsic-size:auto_50px] [content-visibility:auto]',
        onPlay && 'cursor-pointer hover:bg-hover',
        isFound && 'outline outline-1 outline-line-control -outline-offset-1',
        isShown && 'outline outline-1 outline-accent -outline-offset-1',
        isCurrent && 'bg-accent-tint hover:bg-accent-tint',
      )}
      onClick={press}
    >
      {onPlay ? (
        <button
          type="button"
          aria-label={t(($) => $.transcript.playFrom, { time })}
          className="h-5 justify-self-start rounded-xs text-12 text-ink-3 tabular-nums leading-5 hover:text-ink"
          onClick={(event) => {
            event.stopPropagation();
            onPlay(item.startTime);
          }}
        >
          {time}
        </button>
      ) : (
        <span className="text-12 text-ink-3 tabular-nums leading-5">{time}</span>
      )}
      <span aria-hidden className={cn('rounded-[2px]', isUser ? 'bg-voice-you' : 'bg-voice-them')} />
      <div className="min-w-0">
        <div className={cn('font-med text-12', isUser ? 'text-voice-you' : 'text-voice-them')}>{name}</div>
        <p ref={text} className="text-pretty break-words text-14">
          {words.length > 0 ? (
            <SpokenText text={item.text} words={words} />
          ) : (
            <Marked text={item.text} wanted={wanted} />
          )}
        </p>
      </div>
    </li>
  );
});

/** Scrolls a row to where it can be read with its neighbours; does nothing where it already can. */
function bringIntoView(scroller: HTMLElement, row: HTMLElement): void {
  const [outer, inner] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  const margin = Math.min(60, outer.height / 4);
  if (inner.top >= outer.top + margin && inner.bottom <= outer.bottom - margin) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const to = scroller.scrollTop + inner.top - outer.top - outer.height / 3;
  scroller.scrollTo({ top: to, behavior: still ? 'auto' : 'smooth' });
}

/** Where a list continues beyond its edges. */
function useFades(scroller: { current: HTMLElement | null }, content: { current: HTMLElement | null }) {
  const [fades, setFades] = useState({ top: false, bottom: false });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const now = fadesOf(element);
      setFades((before) => (before.top === now.top && before.bottom === now.bottom ? before : now));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    if (content.current) observer.observe(content.current);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [scroller, content]);
  return fades;
}
