import { parseUri, sameUri } from '@sidetone/sip/grammar/uri.ts';
import type { RegisteredContact } from '../../calls/legs.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { Address, Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import type { Binding } from './binding.ts';
import { type BindingIndex, bindingIndex } from './binding-index.ts';
import { type BindingWriter, bindingWriter } from './binding-writer.ts';
import type { RegistrationStore, StoredRegistration } from './registration-store.ts';

export type { Binding } from './binding.ts';

/** Every binding of this node, in memory and in the store. */
export interface Bindings {
  /** Reads what outlived the last process. */
  load(): Promise<void>;
  byId(id: string): Binding | undefined;
  ofEndpoint(endpointId: string): readonly Binding[];
  /** Whether any device is registered from this very address and port. */
  isRegisteredFrom(remote: Address): boolean;
  ofUser(userId: string): readonly Binding[];
  all(): readonly Binding[];
  /**
   * The binding that a new registration takes the place of (RFC 5626 §6, RFC 3261 §10.2.4). `origin`: where it comes from, and
   * its Call-ID, given where only one phone can be there: that phone is known by them even if its contact is another one by now.
   */
  matching(contact: ContactSaid, origin?: Origin): Binding | undefined;
  /** Changes take effect immediately; the promise fulfils when they are durable. */
  put(binding: Binding): Promise<void>;
  drop(bindings: readonly Binding[]): Promise<void>;
  /** The connection is gone: browsers that registered over it can no longer be reached. */
  flowLost(flow: Flow): void;
  /** Keep-alives of a connection stay unanswered, or are answered again. */
  markSuspect(flow: Flow, suspect: boolean): void;
  /** Likewise, of one device that was asked itself. */
  markSilent(id: string, silent: boolean): void;
  /** Hears of each device that registers, unless it only says again where it is. */
  onRegistered(listener: (binding: Binding) => void): () => void;
  /** Hears whose devices came, went or fell silent. */
  onChange(listener: (change: { readonly userId: string }) => void): () => void;
  stop(): Promise<void>;
}

type ContactSaid = Pick<StoredRegistration, 'endpointId' | 'contactUri' | 'instanceId' | 'regId'>;
type Origin = Pick<StoredRegistration, 'sipCallId' | 'remoteAddress' | 'remotePort'>;

interface Book {
  readonly writer: BindingWriter;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  readonly bindings: BindingIndex;
  /** Ends the wait for each binding's end. */
  readonly expiries: Map<string, () => void>;
  readonly changes: Set<(change: { userId: string }) => void>;
  readonly arrivals: Set<(binding: Binding) => void>;
}

export function openBindings(store: RegistrationStore, clock: ExchangeClock, log: SipLog): Bindings {
  const bindings = bindingIndex();
  const writer = bindingWriter(store, (error) => log.error({ err: error }, 'registrations: storing failed'));
  const book: Book = {
    writer,
    clock,
    log,
    bindings,
    expiries: new Map(),
    changes: new Set(),
    arrivals: new Set(),
  };
  return {
    async load() {
      for (const stored of await store.load()) remember(book, { ...stored, flow: undefined, ha1: undefined });
    },
    byId: (id) => bindings.byId.get(id),
    isRegisteredFrom: bindings.isFrom,
    ofEndpoint: bindings.ofEndpoint,
    ofUser: bindings.ofUser,
    all: () => [...bindings.byId.values()],
    matching(contact, origin) {
      const known = bindings.ofEndpoint(contact.endpointId);
      const same = known.find((binding) => isSame(binding, contact));
      return same ?? (origin && known.find((binding) => hasMoved(binding, contact, origin)));
    },
    put: (binding) => put(book, binding),
    drop: (gone) => drop(book, gone),
    flowLost: (flow) => flowLost(book, flow),
    markSuspect(flow, suspect) {
      for (const binding of bindings.byId.values()) {
        if (binding.flow === flow && binding.suspect !== suspect) markSuspect(book, binding, suspect);
      }
    },
    markSilent(id, silent) {
      const binding = bindings.byId.get(id);
      if (binding && binding.suspect !== silent) markSuspect(book, binding, silent);
    },
    onRegistered: (listener) => listen(book.arrivals, listener),
    onChange: (listener) => listen(book.changes, listener),
    async stop() {
      for (const cancel of book.expiries.values()) cancel();
      book.expiries.clear();
      await writer.idle();
    },
  };
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce({ changes }: Book, userIds: Iterable<string>) {
  for (const userId of new Set(userIds)) for (const listener of changes) listener({ userId });
}

async function put(book: Book, binding: Binding): Promise<void> {
  const { writer, bindings, arrivals } = book;
  const { byId } = bindings;
  const before = byId.get(binding.id);
  remember(book, binding);
  await writer.save(storedOf(binding)).catch((error: unknown) => {
    // The device hears that it failed, so it must not be half registered.
    if (byId.get(binding.id) === binding) takeBack(book, binding, before);
    throw error;
  });
  const isNew = !before || before.suspect !== binding.suspect || before.flow !== binding.flow;
  if (isNew) announce(book, [binding.userId]);
  // A device that was restarted counts its REGISTERs under another Call-ID (RFC 3261 §10.2.4).
  if ((isNew || before.sipCallId !== binding.sipCallId) && byId.get(binding.id) === binding) {
    for (const listener of arrivals) listener(binding);
  }
}

function remember(book: Book, binding: Binding) {
  const { bindings, expiries, clock, log } = book;
  expiries.get(binding.id)?.();
  bindings.set(binding);
  const left = Math.max(binding.expiresAt.getTime() - clock.now().getTime(), 0);
  const cancel = clock.after(left, () => {
    log.info({ endpointId: binding.endpointId, contactId: binding.id }, 'registration expired');
    forget(book, [binding]);
  });
  expiries.set(binding.id, cancel);
}

function takeOut({ bindings, expiries }: Book, id: string) {
  expiries.get(id)?.();
  expiries.delete(id);
  bindings.delete(id);
}

function takeBack(book: Book, binding: Binding, before: Binding | undefined) {
  if (before) remember(book, before);
  else takeOut(book, binding.id);
}

function drop(book: Book, gone: readonly Binding[]): Promise<void> {
  const ids = gone.map((binding) => binding.id).filter((id) => book.bindings.byId.has(id));
  for (const id of ids) takeOut(book, id);
  if (ids.length === 0) return Promise.resolve();
  return book.writer.remove(ids).finally(() =>
    announce(
      book,
      gone.map((one) => one.userId),
    ),
  );
}

/** Like drop, where nobody waits: a failure to store is already logged. */
const forget = (book: Book, gone: readonly Binding[]) => void drop(book, gone).catch(() => undefined);

function flowLost(book: Book, flow: Flow) {
  const lost = [...book.bindings.byId.values()].filter((binding) => binding.flow === flow);
  // A phone on TCP can be called back over a new connection; others have to come by themselves.
  forget(book, lost.filter(needsItsConnection));
  for (const binding of lost) {
    if (!needsItsConnection(binding)) book.bindings.set({ ...binding, flow: undefined });
  }
}

function markSuspect(book: Book, binding: Binding, suspect: boolean) {
  const { writer, bindings, log } = book;
  log.info(
    { endpointId: binding.endpointId, contactId: binding.id },
    suspect ? 'device fell silent' : 'device is back',
  );
  const changed = { ...binding, suspect };
  bindings.set(changed);
  void writer
    .save(storedOf(changed))
    .catch(() => undefined)
    .finally(() => announce(book, [binding.userId]));
}

/** Whether a contact takes the place of a binding (RFC 5626 §6, RFC 3261 §10.2.4). */
function isSame(binding: Binding, contact: ContactSaid): boolean {
  if (binding.endpointId !== contact.endpointId) return false;
  if (contact.instanceId !== null && binding.instanceId !== null) {
    return binding.instanceId === contact.instanceId && binding.regId === contact.regId;
  }
  const [known, uri] = [parseUri(binding.contactUri), parseUri(contact.contactUri)];
  return known !== undefined && uri !== undefined && sameUri(known, uri);
}

/**
 * Whether it is the same phone, which says another contact now: after a restart, or since it learnt how it is seen. A phone that
 * names its instance is known by that alone.
 */
function hasMoved(binding: Binding, { instanceId }: ContactSaid, origin: Origin): boolean {
  if (instanceId !== null && binding.instanceId !== null) return false;
  const { sipCallId, remoteAddress, remotePort } = binding;
  const isFromThere = remoteAddress === origin.remoteAddress && remotePort === origin.remotePort;
  return sipCallId === origin.sipCallId || isFromThere;
}

const storedOf = ({ flow: _, ha1: __, ...stored }: Binding): StoredRegistration => stored;

/** Whether the binding belongs to a browser, so to a WebSocket. */
export function isBrowser(binding: Pick<StoredRegistration, 'transport'>): boolean {
  return binding.transport === 'ws' || binding.transport === 'wss';
}

/** Whether a browser is at a contact that a proxy in front of us brought: it names the way on which the proxy reaches it (RFC 7118 §5). */
export const isBrowserBehind = (proxies: number, contactUri: string): boolean =>
  proxies > 0 && parseUri(contactUri)?.parameters.get('transport')?.toLowerCase() === 'ws';

/**
 * Whether only the connection that it came by leads to a device: a browser does not listen, and a phone on TLS has no
 * certificate to be called back by (RFC 5626).
 */
export function needsItsConnection(binding: Pick<StoredRegistration, 'transport'>): boolean {
  return isBrowser(binding) || binding.transport === 'tls';
}

/** Keys of encrypted audio travel over TLS alone; there a device that can is asked to (RFC 8643). */
export function srtpOver({ transport }: Pick<StoredRegistration, 'transport'>): { srtp?: 'offer' } {
  return transport === 'tls' ? { srtp: 'offer' } : {};
}

/** The binding as the call core knows it. */
export function contactOf(binding: Binding): RegisteredContact {
  return {
    contactId: binding.id,
    endpointId: binding.endpointId,
    userId: binding.userId,
    media: isBrowser(binding) || isBrowserBehind(binding.path.length, binding.contactUri) ? 'webrtc' : 'rtp',
    ...srtpOver(binding),
    address: binding.remoteAddress,
    alive: !binding.suspect,
  };
}
