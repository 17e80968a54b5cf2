import type { Direction } from '@sidetone/contract/entities/common.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { createStore } from 'zustand/vanilla';

/** How the panel ends by itself. SHELL-013 */
export interface LoggingConfig {
  /** It closes ten seconds after the call. */
  readonly autoClose: boolean;
  /** Closing it after the call logs the call. */
  readonly logOnClose: boolean;
}

/** The call whose log is shown. */
export interface LoggedCall {
  readonly channelId: string;
  readonly sessionId: string;
  /** Of its inbox event. */
  readonly docId: string;
  readonly direction: Direction;
  /** Null for anonymous callers. */
  readonly number: string | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly establishedAt: string | null;
}

/** What the slide-over of type callLogging is opened with. SHELL-013, SSHELL-034 */
export interface LoggingRequest {
  readonly config: LoggingConfig;
  readonly webUserId: string;
  /** Who the other side is, as far as it was known when the panel opened. */
  readonly contact: Remote | null;
  readonly call: LoggedCall;
}

interface LoggingPanel {
  /** Null while it is closed. */
  readonly request: LoggingRequest | null;
  /** A contact is being created out of it: the first that appears is who called. */
  readonly expectsContact: boolean;
}

/** The panel of a call's log. There is one in a window, beside whichever page is shown. */
export const loggingPanel = createStore<LoggingPanel>(() => ({ request: null, expectsContact: false }));

/** What closes the panel that is drawn, with all that has to be saved; null while none is. */
let leave: (() => void) | null = null;

/** Opens the panel about a call, in place of another one. A panel that is open about this call stays as it is. */
export function openLogging(request: LoggingRequest): void {
  const shown = loggingPanel.getState().request;
  if (shown !== null && isSameCall(shown.call, request.call)) return;
  leave?.();
  loggingPanel.setState({ request, expectsContact: false });
}

/** Asks the panel to close, as Escape and its cross do. */
export function leaveLogging(): void {
  if (leave === null) loggingPanel.setState({ request: null, expectsContact: false });
  else leave();
}

/** A press beside the panel, where it lies over the page: it pauses the countdown, and that is all. SLOG-005 */
export function pressedBesideLogging(): void {}

/** Takes the panel about this call away. Nothing happens where another one is shown by now. */
export function closeLogging(request: LoggingRequest): void {
  const shown = loggingPanel.getState().request;
  if (shown !== null && isSameCall(shown.call, request.call))
    loggingPanel.setState({ request: null, expectsContact: false });
}

/** A user paused the countdown: it does not begin again, wherever the panel is drawn next. SLOG-005 */
export function staysOpen(): void {
  loggingPanel.setState(({ request }) => (request === null ? {} : { request: withoutAutoClose(request) }));
}

/** A contact is being created out of the panel, which no longer closes by itself: it makes room for the form. */
export function expectContact(): void {
  loggingPanel.setState(({ request }) =>
    request === null ? {} : { expectsContact: true, request: withoutAutoClose(request) },
  );
}

/** The contact is there. */
export function contactFound(): void {
  loggingPanel.setState({ expectsContact: false });
}

/** The panel that is drawn says how it is left. Returns the way to take that back. */
export function leavesBy(how: () => void): () => void {
  leave = how;
  return () => {
    if (leave === how) leave = null;
  };
}

const withoutAutoClose = (request: LoggingRequest): LoggingRequest => ({
  ...request,
  config: { ...request.config, autoClose: false },
});

type CallKey = Pick<LoggedCall, 'channelId' | 'sessionId'>;

const isSameCall = (one: CallKey, other: CallKey): boolean =>
  one.channelId === other.channelId && one.sessionId === other.sessionId;
