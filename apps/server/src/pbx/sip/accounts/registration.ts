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
/** After a failure: twice as long each time up to the longest, and up to half more by chance, so that not all come at once. */
const firstRetryMs = 15_000;
const longestRetryMs = 40_000;
/** A registrar that refused the password may lock the account when it is asked too often. */
const refusedRetryMs = 300_000;
/** A NAT forgets where a silent UDP port belongs (RFC 5626 §4.4.1). */
const keepAliveMs = 25_000;
const unregisterWithinMs = 1_500;
/** Whoever wants to know it anew again and again does not drive a registrar to lock the account. */
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
  /** Asks the registrar anew, without waiting for what is due: soon where it was asked a moment ago. */
  again(): void;
  /** Gives the contact up; fulfils when the registrar confirmed it, or after 1.5 s. */
  unregister(): Promise<void>;
  /** Ends without a word. */
  stop(): void;
}

/** Registers an account and keeps it registered (RFC 3261 §10.2), whatever fails in between. Begins at once. */
export function openRegistration(given: {
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
  find(place: SipPlace): Promise<FoundPlace>;
  wayTo(place: FoundPlace): Flow | undefined;
  tell(state: PhoneState, failure: string | null): void;
}): Registration {
  const { account, about, registrar, proxy, layer, clock, log, token, random, find, wayTo, tell } = given;
  const callId = token();
  const tag = token();
  let cseq = 0;
  let seconds = wantedSeconds;
  let flow: Flow | undefined;
  let registered = false;
  let failures = 0;
  /** Whether the registrar named a longer time in this attempt. */
  let raised = false;
  let over = false;
  /** Whether a request of ours is not answered yet. */
  let asking = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let serviceRoutes: readonly string[] = [];
  const addresses = new Set<string>();
  let cancelNext = () => {};
  let cancelKeepAlive = () => {};

  const later = (ms: number) => {
    cancelNext();
    if (!over) cancelNext = clock.after(ms, begin);
  };
  const keepAlive = () => {
    cancelKeepAlive();
    cancelKeepAlive = clock.after(keepAliveMs, () => {
      if (flow?.transport === 'udp') flow.keepAlive('ping');
      keepAlive();
    });
  };
  const failed = (why: string, retryMs?: number) => {
    if (over) return;
    asking = false;
    failures += 1;
    registered = false;
    log.warn({ ...about, why }, 'sip accounts: registration failed');
    tell('REGISTER_FAILED', why);
    const wait = retryMs ?? Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs);
    later(wait * (1 + random() / 2));
  };
  const begin = () => {
    raised = false;
    asking = true;
    askedAt = clock.now().getTime();
    if (!registered) tell('REGISTER', null);
    register().catch((error: unknown) => failed(`${trunkFailureTexts.registrarNotFound}: ${wordsOf(error)}`));
  };
  const register = async (): Promise<void> => {
    const place = await find(proxy ?? registrar);
    const found = proxy ? [place, await find(registrar).catch(() => undefined)] : [place];
    addresses.clear();
    for (const one of found) for (const address of one?.addresses ?? []) addresses.add(address);
    if (over) return;
    flow = flow?.open ? flow : wayTo(place);
    if (!flow) throw new Error(`nothing leads to ${place.address}`);
    send(flow, seconds);
  };
  const send = (via: Flow, expires: number) => {
    layer.request(requestFor(via, expires), via, {
      onResponse: (response) => void (response.status >= 200 && answered(response, via)),
      onFailure: (cause) => failed(whyUnanswered(cause, via)),
    });
  };
  const answered = (response: SipResponse, via: Flow) => {
    if (over) return;
    const { status, headers } = response;
    const phrase = response.phrase.slice(0, 100);
    if (status >= 200 && status < 300) {
      const granted = grantedSeconds(response, account.contactToken) ?? seconds;
      asking = false;
      failures = 0;
      serviceRoutes = headers.list('Service-Route');
      if (!registered) log.info({ ...about, seconds: granted }, 'sip accounts: registered');
      registered = true;
      tell('REGISTER_SUCCESS', null);
      keepAlive();
      later(Math.max(granted / 2, 5) * 1000);
      return;
    }
    const least = Number(headers.get('Min-Expires') ?? Number.NaN);
    if (status === 423 && !raised && least > seconds && least <= mostSeconds) {
      raised = true;
      seconds = least;
      return send(via, seconds);
    }
    if (status === 401 || status === 407 || status === 403) {
      return failed(`${trunkFailureTexts.wrongPassword} (${status} ${phrase})`, refusedRetryMs);
    }
    const retryAfter = Number.parseInt(headers.get('Retry-After') ?? '', 10);
    const why =
      status === 404
        ? `${trunkFailureTexts.unknownUser} ${account.username} (404)`
        : `${trunkFailureTexts.registrarRefused} ${status} ${phrase}`;
    failed(why, retryAfter > 0 ? Math.min(retryAfter, 3600) * 1000 : undefined);
  };
  const requestFor = (via: Flow, expires: number): SipRequest => {
    cseq += 1;
    const user = escapeUser(account.username);
    const headers = new HeaderFields();
    if (proxy) headers.add('Route', routeTo(proxy));
    headers.add('Max-Forwards', '70');
    headers.add('From', `<sip:${user}@${domainOf(registrar)}>;tag=${tag}`);
    headers.add('To', `<sip:${user}@${domainOf(registrar)}>`);
    headers.add('Call-ID', callId);
    headers.add('CSeq', `${cseq} REGISTER`);
    headers.add('Contact', `${contactOf(account, via)};expires=${expires}`);
    headers.add('Expires', String(expires));
    headers.add('Supported', 'path');
    headers.add('User-Agent', 'Sidetone');
    return { kind: 'request', method: 'REGISTER', uri: registrarUri(registrar), headers, body: '' };
  };
  const quieten = () => {
    over = true;
    cancelNext();
    cancelKeepAlive();
  };

  begin();
  return {
    get flow() {
      return registered ? flow : undefined;
    },
    get serviceRoutes() {
      return serviceRoutes;
    },
    isFrom: (address) => addresses.has(address),
    flowLost(lost) {
      if (over || lost !== flow) return;
      flow = undefined;
      // A call that comes now has no way here: not in half an expiry, but soon.
      if (registered) failed(trunkFailureTexts.connectionLost);
    },
    again() {
      // The answer to what is asked already is news enough.
      if (over || asking) return;
      const wait = askedAt + againAfterMs - clock.now().getTime();
      if (wait > 0) return later(wait);
      cancelNext();
      begin();
    },
    async unregister() {
      const was = registered && flow?.open ? flow : undefined;
      quieten();
      registered = false;
      if (!was) return tell('UNREGISTER_SUCCESS', null);
      await new Promise<void>((resolve) => {
        const cancel = clock.after(unregisterWithinMs, () =>
          done('UNREGISTER_FAILED', 'The registrar does not answer'),
        );
        let told = false;
        const done = (state: PhoneState, failure: string | null) => {
          if (told) return;
          told = true;
          cancel();
          tell(state, failure);
          resolve();
        };
        layer.request(requestFor(was, 0), was, {
          onResponse({ status, phrase }) {
            if (status < 200) return;
            if (status < 300) done('UNREGISTER_SUCCESS', null);
            else done('UNREGISTER_FAILED', `${trunkFailureTexts.registrarRefused} ${status} ${phrase}`);
          },
          onFailure: () => done('UNREGISTER_FAILED', 'The registrar does not answer'),
        });
      });
    },
    stop: quieten,
  };
}

/** The contact of an account as seen over a flow. */
export function contactOf({ contactToken }: Pick<RegisteredAccount, 'contactToken'>, { via, transport }: Flow): string {
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
