import type { PhoneState } from '@sidetone/contract/entities/phone.ts';
import { trunkFailureTexts } from '@sidetone/contract/rules/trunk-failures.ts';
import { parseNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { escapeUser, parseUri } from '@sidetone/sip/grammar/uri.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest, SipResponse } from '@sidetone/sip/messages/message.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { RequestLayer } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import { domainOf, type FoundPlace, registrarUri, routeTo, type SipPlace } from './sip-place.ts';

const wantedSeconds = 600;
const mostSeconds = 24 * 60 * 60;
/** After a failure: twice as long each time up to the longest, and up to half more by chance, so that not all come at the same time. */
const firstRetryMs = 15_000;
const longestRetryMs = 40_000;
/** A registrar that refused the password may lock the account when it is asked too often. */
const refusedRetryMs = 300_000;
/** A NAT forgets where a silent UDP port belongs (RFC 5626 §4.4.1). */
const keepAliveMs = 25_000;
const unregisterWithinMs = 1_500;
/** Users who ask again and again do not drive a registrar to lock the account. */
const againAfterMs = 5_000;

/** What is registered: a phone of the classic generation, or a trunk. */
export interface RegisteredAccount {
  readonly username: string;
  /** User part of the contact we register: unguessable, and the same after a restart. */
  readonly contactToken: string;
}

/** A registration while it lasts. */
export interface Registration {
  /** The way to the registrar or proxy, while it is registered. */
  readonly flow: Flow | undefined;
  /** Routes for requests outside of dialogs (RFC 3608). */
  readonly serviceRoutes: readonly string[];
  /** Whether the registrar may send from this address. */
  isFrom(address: string): boolean;
  /** A connection is gone, maybe this one's. */
  flowLost(flow: Flow): void;
  /** Asks the registrar again, without waiting for what is due: soon where it was asked a moment ago. */
  again(): void;
  /** Gives the contact up; fulfils when the registrar confirmed it, or after 1.5 s. */
  unregister(): Promise<void>;
  /** Ends without a word. */
  stop(): void;
}

interface Given {
  readonly account: RegisteredAccount;
  /** Names it in the log. */
  readonly about: Readonly<Record<string, string>>;
  readonly registrar: SipPlace;
  readonly proxy: SipPlace | undefined;
  readonly layer: RequestLayer;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  readonly token: () => string;
  /** From 0 up to 1. */
  readonly random: () => number;
  find(place: SipPlace, turn?: number): Promise<FoundPlace>;
  wayTo(place: FoundPlace): Flow | undefined;
  tell(state: PhoneState, failure: string | null): void;
}

interface Running {
  readonly given: Given;
  readonly sipCallId: string;
  readonly tag: string;
  /** Of the registrar and its proxy. */
  readonly addresses: Set<string>;
  cseq: number;
  /** To register for. */
  seconds: number;
  flow: Flow | undefined;
  registered: boolean;
  serviceRoutes: readonly string[];
  /** In a row. */
  failures: number;
  /** How often nobody answered: each time another of its addresses is asked. */
  turn: number;
  /** Of the way that was found. */
  flowTurn: number;
  /** Whether the registrar named a longer time in this attempt. */
  raised: boolean;
  over: boolean;
  /** Whether a request of ours is not answered yet. */
  asking: boolean;
  askedAt: number;
  cancelNext: () => void;
  cancelKeepAlive: () => void;
}

/** Registers an account and keeps it registered (RFC 3261 §10.2), whatever fails in between. Begins immediately. */
export function openRegistration(given: Given): Registration {
  const running: Running = {
    given,
    sipCallId: given.token(),
    tag: given.token(),
    addresses: new Set(),
    cseq: 0,
    seconds: wantedSeconds,
    flow: undefined,
    registered: false,
    serviceRoutes: [],
    failures: 0,
    turn: 0,
    flowTurn: 0,
    raised: false,
    over: false,
    asking: false,
    askedAt: Number.NEGATIVE_INFINITY,
    cancelNext: () => {},
    cancelKeepAlive: () => {},
  };
  begin(running);
  return {
    get flow() {
      return running.registered ? running.flow : undefined;
    },
    get serviceRoutes() {
      return running.serviceRoutes;
    },
    isFrom: (address) => running.addresses.has(address),
    flowLost(lost) {
      if (running.over || lost !== running.flow) return;
      running.flow = undefined;
      // A call that comes now has no way here: not in half an expiry, but soon.
      if (running.registered) failed(running, trunkFailureTexts.connectionLost);
    },
    again: () => again(running),
    unregister: () => unregister(running),
    stop: () => quieten(running),
  };
}

function quieten(running: Running) {
  running.over = true;
  running.cancelNext();
  running.cancelKeepAlive();
}

function later(running: Running, ms: number) {
  running.cancelNext();
  if (!running.over) running.cancelNext = running.given.clock.after(ms, () => begin(running));
}

function again(running: Running) {
  // The answer to what is asked already is news enough.
  if (running.over || running.asking) return;
  const wait = running.askedAt + againAfterMs - running.given.clock.now().getTime();
  if (wait > 0) return later(running, wait);
  running.cancelNext();
  begin(running);
}

function begin(running: Running) {
  const { clock, tell } = running.given;
  running.raised = false;
  running.asking = true;
  running.askedAt = clock.now().getTime();
  if (!running.registered) tell('REGISTER', null);
  register(running).catch((error: unknown) =>
    failed(running, `${trunkFailureTexts.registrarNotFound}: ${wordsOf(error)}`),
  );
}

async function register(running: Running): Promise<void> {
  const { find, proxy, registrar, wayTo } = running.given;
  const { addresses } = running;
  const turn = running.turn;
  const place = await find(proxy ?? registrar, turn);
  const found = proxy ? [place, await find(registrar).catch(() => undefined)] : [place];
  addresses.clear();
  for (const one of found) for (const address of one?.addresses ?? []) addresses.add(address);
  if (running.over) return;
  running.flow = running.flow?.open && running.flowTurn === turn ? running.flow : wayTo(place);
  running.flowTurn = turn;
  if (!running.flow) throw new Error(`nothing leads to ${place.address}`);
  send(running, running.flow);
}

function send(running: Running, via: Flow) {
  running.given.layer.request(requestFor(running, via, running.seconds), via, {
    onResponse: (response) => void (response.status >= 200 && answered(running, response, via)),
    onFailure(cause) {
      // The next attempt goes to another of its addresses, where it has several.
      running.turn += 1;
      failed(running, whyUnanswered(cause, via));
    },
  });
}

function requestFor(running: Running, via: Flow, expires: number): SipRequest {
  const { account, registrar, proxy } = running.given;
  running.cseq += 1;
  const user = escapeUser(account.username);
  const headers = new HeaderFields();
  if (proxy) headers.add('Route', routeTo(proxy));
  headers.add('Max-Forwards', '70');
  headers.add('From', `<sip:${user}@${domainOf(registrar)}>;tag=${running.tag}`);
  headers.add('To', `<sip:${user}@${domainOf(registrar)}>`);
  headers.add('Call-ID', running.sipCallId);
  headers.add('CSeq', `${running.cseq} REGISTER`);
  headers.add('Contact', `${contactOf(account, via)};expires=${expires}`);
  headers.add('Expires', String(expires));
  headers.add('Supported', 'path');
  headers.add('User-Agent', 'Sidetone');
  return { kind: 'request', method: 'REGISTER', uri: registrarUri(registrar), headers, body: '' };
}

function answered(running: Running, response: SipResponse, via: Flow) {
  if (running.over) return;
  const { status, headers } = response;
  if (status < 300) return accepted(running, response);
  const least = Number(headers.get('Min-Expires') ?? Number.NaN);
  if (status === 423 && !running.raised && least > running.seconds && least <= mostSeconds) {
    running.raised = true;
    running.seconds = least;
    return send(running, via);
  }
  refused(running, response);
}

function accepted(running: Running, response: SipResponse) {
  const { account, about, log, tell } = running.given;
  const granted = grantedSeconds(response, account.contactToken) ?? running.seconds;
  running.asking = false;
  running.failures = 0;
  running.serviceRoutes = response.headers.list('Service-Route');
  if (!running.registered) log.info({ ...about, seconds: granted }, 'sip accounts: registered');
  running.registered = true;
  tell('REGISTER_SUCCESS', null);
  keepAlive(running);
  later(running, Math.max(granted / 2, 5) * 1000);
}

function refused(running: Running, { status, headers, phrase: given }: SipResponse) {
  const phrase = given.slice(0, 100);
  if (status === 401 || status === 407 || status === 403) {
    return failed(running, `${trunkFailureTexts.wrongPassword} (${status} ${phrase})`, refusedRetryMs);
  }
  if (status === 408 || status >= 500) running.turn += 1;
  const retryAfter = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  const why =
    status === 404
      ? `${trunkFailureTexts.unknownUser} ${running.given.account.username} (404)`
      : `${trunkFailureTexts.registrarRefused} ${status} ${phrase}`;
  failed(running, why, retryAfter > 0 ? Math.min(retryAfter, 3600) * 1000 : undefined);
}

function failed(running: Running, why: string, retryMs?: number) {
  const { about, log, tell, random } = running.given;
  if (running.over) return;
  running.asking = false;
  running.failures += 1;
  running.registered = false;
  log.warn({ ...about, why }, 'sip accounts: registration failed');
  tell('REGISTER_FAILED', why);
  const wait = retryMs ?? Math.min(firstRetryMs * 2 ** (running.failures - 1), longestRetryMs);
  later(running, wait * (1 + random() / 2));
}

function keepAlive(running: Running) {
  running.cancelKeepAlive();
  running.cancelKeepAlive = running.given.clock.after(keepAliveMs, () => {
    if (running.flow?.transport === 'udp') running.flow.keepAlive('ping');
    keepAlive(running);
  });
}

async function unregister(running: Running): Promise<void> {
  const { clock, layer, tell } = running.given;
  const was = running.registered && running.flow?.open ? running.flow : undefined;
  quieten(running);
  running.registered = false;
  if (!was) return tell('UNREGISTER_SUCCESS', null);
  const failure = await new Promise<string | null>((resolve) => {
    const settle = (why: string | null) => {
      cancel();
      resolve(why);
    };
    const cancel = clock.after(unregisterWithinMs, () => settle(registrarSilentAtEnd));
    layer.request(requestFor(running, was, 0), was, {
      onResponse({ status, phrase }) {
        if (status >= 200) settle(status < 300 ? null : `${trunkFailureTexts.registrarRefused} ${status} ${phrase}`);
      },
      onFailure: () => settle(registrarSilentAtEnd),
    });
  });
  tell(failure === null ? 'UNREGISTER_SUCCESS' : 'UNREGISTER_FAILED', failure);
}

const registrarSilentAtEnd = 'The registrar does not answer';

/** The contact of an account as seen over a flow. */
export function contactOf(
  { contactToken }: Pick<RegisteredAccount, 'contactToken'>,
  { via, transport, ownName }: Flow,
): string {
  if (ownName !== undefined) return `<sip:${contactToken}@${ownName};transport=${transport}>`;
  const port = via.port === undefined ? '' : `:${via.port}`;
  return `<sip:${contactToken}@${via.host}${port};transport=${transport}>`;
}

/** What the registrar grants our contact; it may know others of the same account (RFC 3261 §10.2.4). */
const grantedSeconds = ({ headers }: SipResponse, contactToken: string): number | undefined => {
  const own = headers
    .list('Contact')
    .map(parseNameAddr)
    .find((address) => address && parseUri(address.uri)?.user === contactToken);
  const text = own?.parameters.get('expires') ?? headers.get('Expires');
  const seconds = Number(text ?? Number.NaN);
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, mostSeconds) : undefined;
};

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What to say where the registrar did not answer: nothing came in time, or the way to it is lost. */
function whyUnanswered(cause: 'timeout' | 'unreachable', { failure }: Flow): string {
  if (cause === 'timeout') return trunkFailureTexts.registrarSilent;
  return failure ?? trunkFailureTexts.registrarGone;
}
