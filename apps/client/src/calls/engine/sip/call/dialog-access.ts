import type { RTCSession } from 'jssip/lib/RTCSession';

/** What comes back for a request inside a dialog. All are called at most once but `onSuccess`. */
export interface DialogAnswers {
  /** Once for each 2xx, the repeated ones included. */
  onSuccess?(body: string | undefined): void;
  onRefused?(status: number): void;
  /** 408 or 481: the other end does not know this dialog, or there is none. */
  onUnknownDialog?(): void;
  /** The line is down, or no answer came in time. */
  onNoAnswer?(): void;
}

/** Parts of JsSIP that its types leave out. */
interface Inside {
  sendRequest(
    method: string,
    options?: { extraHeaders?: string[]; body?: string; eventHandlers?: Record<string, (response?: Answer) => void> },
  ): void;
  readonly _dialog?: {
    readonly id?: { readonly local_tag?: string; readonly remote_tag?: string };
    uac_pending_reply?: boolean;
  } | null;
}

interface Answer {
  readonly status_code?: number;
  readonly body?: string;
}

/**
 * Sends a request inside a dialog without JsSIP's own conclusions: its methods would end the call when the socket drops
 * or the answer is no.
 */
export function sendInDialog(
  session: RTCSession,
  method: string,
  { extraHeaders = [], body }: { extraHeaders?: string[]; body?: string },
  answers: DialogAnswers,
): void {
  (session as unknown as Inside).sendRequest(method, {
    extraHeaders,
    ...(body === undefined ? {} : { body }),
    eventHandlers: {
      onSuccessResponse: (response) => answers.onSuccess?.(response?.body),
      onErrorResponse: (response) => answers.onRefused?.(response?.status_code ?? 0),
      onDialogError: () => answers.onUnknownDialog?.(),
      onRequestTimeout: () => answers.onNoAnswer?.(),
      onTransportError: () => answers.onNoAnswer?.(),
    },
  });
}

/** Acknowledges a 2xx to an INVITE that `sendInDialog` sent (RFC 3261 §13.2.2.4). */
export function acknowledge(session: RTCSession): void {
  (session as unknown as Inside).sendRequest('ACK');
}

/**
 * Gives up an INVITE that was lost with its socket: JsSIP deletes such a transaction without an event and would
 * refuse the other side's re-INVITEs with 491 forever.
 */
export function forgetPendingInvite(session: RTCSession): void {
  const dialog = (session as unknown as Inside)._dialog;
  if (dialog != null) dialog.uac_pending_reply = false;
}

/** Tags of an established session's dialog; null before there is one. */
export function dialogTags(session: RTCSession): { localTag: string; remoteTag: string } | null {
  const id = (session as unknown as Inside)._dialog?.id;
  if (!id?.local_tag || !id.remote_tag) return null;
  return { localTag: id.local_tag, remoteTag: id.remote_tag };
}
