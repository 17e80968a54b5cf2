import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { loadPopups, popupsNow, usePopups } from './parts.ts';
import type { TriggerBridge } from './props.ts';

type Props = Readonly<Record<string, unknown>>;
type Handler = (event: SyntheticEvent) => void;

/** What is done again to an element that was used before the parts were there. */
type Repeat = (element: HTMLElement) => void;

interface LateTriggerProps {
  trigger: ReactElement<Props>;
  /** What the element says of itself while nothing was opened yet. */
  closed: Props;
  /** Opened without a press. */
  isOpen?: boolean;
  /** The events by which it is used, and how each of them is repeated; null for one that opens nothing. */
  repeats: Readonly<Record<string, (event: SyntheticEvent) => Repeat | null>>;
  /** Draws the popup itself, with `bridge` in the place of its trigger. */
  children: (bridge: TriggerBridge) => ReactNode;
}

/** Events that come before a press: after the first of them the popup is drawn, closed. */
const approaches = ['onPointerEnter', 'onPointerDown', 'onKeyDown', 'onFocus', 'onTouchStart'];

const isHandler = (name: string, value: unknown): value is Handler =>
  /^on[A-Z]/.test(name) && typeof value === 'function';

/** A press that was made before the parts came is repeated within this time, in milliseconds. */
const earlyMs = 5_000;

/**
 * An element that opens something which is not loaded with the page. It stays the same element all the time, so that
 * neither the focus nor a press is lost. Base UI's own trigger is drawn beside it, as nothing, when a user comes near;
 * its handlers and attributes go to the element. A press that came too early is repeated.
 */
export function LateTrigger({ trigger, closed, isOpen = false, repeats, children }: LateTriggerProps) {
  const parts = usePopups();
  const [isNear, setNear] = useState(false);
  const [given, setGiven] = useState<Props>({});
  const element = useRef<HTMLElement | null>(null);
  const base = useRef<Props | null>(null);
  const early = useRef<Repeat | null>(null);
  const pressedAt = useRef(0);
  const ownRef = trigger.props['ref'] as Ref<HTMLElement> | undefined;

  const takeElement = useCallback(
    (node: HTMLElement | null) => {
      element.current = node;
      setRef(ownRef, node);
    },
    [ownRef],
  );
  const take = useCallback((props: Props | null) => {
    const before = base.current;
    base.current = props;
    if (before?.['ref'] !== props?.['ref']) {
      setRef(before?.['ref'], null);
      setRef(props?.['ref'], element.current);
    }
    const next = props === null ? {} : outwards(props);
    setGiven((now) => (sameProps(now, next) ? now : next));
  }, []);
  const bridge = useRef<TriggerBridge>({ take, element: () => element.current });

  const isDrawn = parts !== null && (isNear || isOpen);
  useLayoutEffect(() => {
    if (isOpen) loadPopups();
  }, [isOpen]);
  useLayoutEffect(() => {
    const repeat = early.current;
    if (!isDrawn || repeat === null) return;
    early.current = null;
    // Minutes later nobody waits for it any longer.
    if (performance.now() - pressedAt.current > earlyMs) return;
    // Base UI listens only after it was drawn.
    setTimeout(() => element.current?.isConnected && repeat(element.current));
  }, [isDrawn]);

  const approach = (event: SyntheticEvent) => {
    // Also after a load that failed.
    loadPopups();
    if (isNear) return;
    // A press may follow before React would draw by itself; a focus may be React's own doing.
    if (popupsNow() !== null && event.type !== 'focus') flushSync(() => setNear(true));
    else setNear(true);
  };
  const handle = (name: string) => (event: SyntheticEvent) => {
    const own = trigger.props[name];
    if (typeof own === 'function') own(event);
    const handler = base.current?.[name];
    if (typeof handler === 'function') return void handler(event);
    const repeat = base.current === null && !event.defaultPrevented ? repeats[name]?.(event) : null;
    if (repeat) {
      early.current = repeat;
      pressedAt.current = performance.now();
    }
    if (repeat || approaches.includes(name)) approach(event);
  };
  const names = new Set([
    ...approaches,
    ...Object.keys(repeats),
    ...Object.keys(given).filter((name) => isHandler(name, given[name])),
  ]);
  const handlers = Object.fromEntries([...names].map((name) => [name, handle(name)]));
  const style = { ...(given['style'] as object), ...(trigger.props['style'] as object) };
  const props = { ...closed, ...given, ...trigger.props, style, ...handlers, ref: takeElement };
  return (
    <>
      {cloneElement(trigger, props)}
      {isDrawn ? children(bridge.current) : null}
    </>
  );
}

/** In the place of Base UI's own element: draws nothing. */
export function TriggerEnd({ bridge, props }: { bridge: TriggerBridge; props: object }) {
  useLayoutEffect(() => bridge.take({ ...props }));
  useLayoutEffect(() => () => bridge.take(null), [bridge]);
  return null;
}

/** What is no function, and the names of handlers: the element finds the handlers themselves by those. */
function outwards(props: Props): Props {
  const { ref: _ref, children: _children, className: _className, ...rest } = props;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => {
      if (isHandler(name, value)) return [[name, known]];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const known = () => {};

function sameProps(one: Props, other: Props): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => {
      const [was, is] = [one[name], other[name]];
      // Base UI makes another object of it each time it draws.
      return Object.is(was, is) || (name === 'style' && sameProps(was as Props, is as Props));
    })
  );
}

function setRef(ref: unknown, node: HTMLElement | null): void {
  if (typeof ref === 'function') ref(node);
  else if (ref !== null && ref !== undefined) (ref as { current: HTMLElement | null }).current = node;
}

/** A button is pressed again; the arrow keys open its popup as a press does. */
export const pressedAgain: LateTriggerProps['repeats'] = {
  onClick: () => (button) => button.click(),
  onKeyDown: (event) => (/^Arrow(Up|Down)$/.test((event as KeyboardEvent).key) ? (button) => button.click() : null),
};
