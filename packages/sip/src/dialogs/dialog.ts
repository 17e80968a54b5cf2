import { type NameAddr, parseNameAddr, serializeNameAddr } from '../grammar/name-addr.ts';
import { parseUri } from '../grammar/uri.ts';
import { HeaderFields } from '../messages/headers.ts';
import { callIdOf, cseqOf, fromOf, type SipRequest, type SipResponse, toOf } from '../messages/message.ts';

/** A dialog (RFC 3261 §12), seen from this side. CSeqs and the remote target change as requests come and go. */
export interface Dialog {
  readonly callId: string;
  /** From or To of this side, with its tag. */
  readonly local: NameAddr;
  /** From or To of the other side, with its tag if it has one (RFC 2543 has none). */
  readonly remote: NameAddr;
  /** Route values for requests of this side, in order. */
  readonly routes: readonly string[];
  remoteTarget: string;
  localCSeq: number;
  remoteCSeq: number | undefined;
}

const tagOf = (address: NameAddr): string => address.parameters.get('tag') ?? '';

/** What a dialog is found by: Call-ID and both tags, one's own first. */
export function dialogKey(callId: string, localTag: string, remoteTag: string): string {
  return `${callId}|${localTag}|${remoteTag}`;
}

export function keyOfDialog(dialog: Dialog): string {
  return dialogKey(dialog.callId, tagOf(dialog.local), tagOf(dialog.remote));
}

/** The dialog that a received request speaks of; undefined when it is outside of one (no To tag). */
export function dialogKeyOfRequest(request: SipRequest): string | undefined {
  const localTag = tagOf(toOf(request));
  return localTag === '' ? undefined : dialogKey(callIdOf(request), localTag, tagOf(fromOf(request)));
}

/**
 * The dialog of a received INVITE (RFC 3261 §12.1.1); undefined when it names no Contact to send requests to. A client
 * of RFC 2543, which has no From tag, need not name one: then From is where it is.
 */
export function dialogOfCallee(request: SipRequest, localTag: string): Dialog | undefined {
  const from = fromOf(request);
  const isOld = request.headers.list('Contact')[0] === undefined && tagOf(from) === '';
  const target = isOld ? from : contactOf(request);
  if (!target) return undefined;
  const to = toOf(request);
  return {
    callId: callIdOf(request),
    local: { ...to, parameters: new Map([...to.parameters, ['tag', localTag]]) },
    remote: from,
    routes: request.headers.list('Record-Route'),
    remoteTarget: target.uri,
    localCSeq: 0,
    remoteCSeq: cseqOf(request).number,
  };
}

/** The dialog of an INVITE of ours and one response to it (RFC 3261 §12.1.2). */
export function dialogOfCaller(request: SipRequest, response: SipResponse): Dialog {
  const target = contactOf(response);
  return {
    callId: callIdOf(request),
    local: fromOf(request),
    remote: toOf(response),
    routes: response.headers.list('Record-Route').reverse(),
    // A 2xx without a Contact is an error of the other side; its own address is the best guess that is left.
    remoteTarget: target?.uri ?? request.uri,
    localCSeq: cseqOf(request).number,
    remoteCSeq: undefined,
  };
}

/** Whether a request inside the dialog comes in order; remembers its number when it does (RFC 3261 §12.2.2). */
export function acceptOrder(dialog: Dialog, request: SipRequest): boolean {
  const { number } = cseqOf(request);
  if (dialog.remoteCSeq !== undefined && number <= dialog.remoteCSeq) return false;
  dialog.remoteCSeq = number;
  return true;
}

/** Takes over the Contact of a target refresh: re-INVITE, UPDATE and their 2xx (RFC 3261 §12.2). */
export function refreshTarget(dialog: Dialog, message: SipRequest | SipResponse): void {
  const target = contactOf(message);
  if (target) dialog.remoteTarget = target.uri;
}

/** Where requests can be sent: a Contact whose URI can stand in a start line. */
function contactOf(message: SipRequest | SipResponse): NameAddr | undefined {
  const contact = parseNameAddr(message.headers.list('Contact')[0] ?? '');
  return contact && parseUri(contact.uri) ? contact : undefined;
}

/** Makes the next request of the dialog (RFC 3261 §12.2.1.1); the Via is added when it is sent. */
export function requestInside(
  dialog: Dialog,
  method: string,
  content: {
    readonly headers?: Iterable<readonly [string, string]>;
    readonly body?: { type: string; text: string };
  } = {},
): SipRequest {
  dialog.localCSeq += 1;
  return build(dialog, method, dialog.localCSeq, content);
}

/** The ACK of a 2xx: the CSeq number of its INVITE, else a request like any other (RFC 3261 §13.2.2.4). */
export function ackInside(dialog: Dialog, inviteCSeq: number, body?: { type: string; text: string }): SipRequest {
  return build(dialog, 'ACK', inviteCSeq, body ? { body } : {});
}

const build = (
  dialog: Dialog,
  method: string,
  cseq: number,
  content: { readonly headers?: Iterable<readonly [string, string]>; readonly body?: { type: string; text: string } },
): SipRequest => {
  const { uri, routes } = routed(dialog);
  const headers = new HeaderFields();
  for (const route of routes) headers.add('Route', route);
  headers.add('Max-Forwards', '70');
  headers.add('From', serializeNameAddr(dialog.local));
  headers.add('To', serializeNameAddr(dialog.remote));
  headers.add('Call-ID', dialog.callId);
  headers.add('CSeq', `${cseq} ${method}`);
  for (const [name, value] of content.headers ?? []) headers.add(name, value);
  if (content.body) headers.add('Content-Type', content.body.type);
  return { kind: 'request', method, uri, headers, body: content.body?.text ?? '' };
};

/** RFC 3261 §12.2.1.1: a first route without `lr` is a strict router, which wants its own URI in the start line. */
const routed = (dialog: Dialog): { readonly uri: string; readonly routes: readonly string[] } => {
  const [first, ...rest] = dialog.routes;
  const uri = first === undefined ? undefined : parseNameAddr(first)?.uri;
  if (uri === undefined || /;lr(?:[;=?]|$)/i.test(uri)) return { uri: dialog.remoteTarget, routes: dialog.routes };
  return { uri, routes: [...rest, `<${dialog.remoteTarget}>`] };
};
