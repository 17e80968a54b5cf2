import { trunkFailureTexts } from '@sidetone/contract/rules/trunk-failures.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest, SipResponse } from '@sidetone/sip/messages/message.ts';
import type { ExchangeClock } from '../../ports.ts';
import { domainOf, type FoundPlace, registrarUri, routeTo, type SipPlace } from '../accounts/sip-place.ts';
import type { RequestLayer } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';

const { otherSideGone, otherSideSilent } = trunkFailureTexts;

/** While it answers, and while it does not. */
const askEveryMs = 30_000;
const askAgainMs = 10_000;
/** Without a word for this long it counts as gone; a transaction would wait for 32 s. */
const answerWithinMs = 5_000;

/** The way to a trunk that knows us by our address. */
export interface TrunkLine {
  /** Undefined until its address was found. */
  readonly flow: Flow | undefined;
  /** Whether it answered when it was asked last. */
  readonly isUp: boolean;
  /** Whether the other side may send from this address. */
  isFrom(address: string): boolean;
  /** A connection is gone, maybe this one's. */
  flowLost(flow: Flow): void;
  stop(): void;
}

/** Asks the other side by OPTIONS whether it is there (RFC 3261 §11), again and again. Begins at once. */
export function openTrunkLine(given: {
  readonly trunkId: string;
  readonly place: SipPlace;
  readonly proxy: SipPlace | undefined;
  readonly layer: RequestLayer;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  readonly token: () => string;
  find(place: SipPlace): Promise<FoundPlace>;
  wayTo(place: FoundPlace): Flow | undefined;
  tell(state: 'trying' | 'reachable' | 'failing', failure: string | null): void;
}): TrunkLine {
  const { trunkId, place, proxy, layer, clock, log, token, find, wayTo, tell } = given;
  const addresses = new Set<string>();
  let flow: Flow | undefined;
  let isUp = false;
  let over = false;
  /** Answers to earlier questions change nothing. */
  let asked = 0;
  let cancelNext = () => {};
  let cancelPatience = () => {};

  const later = (ms: number) => {
    cancelNext();
    if (!over) cancelNext = clock.after(ms, begin);
  };
  const settle = (failure: string | null) => {
    cancelPatience();
    asked += 1;
    if (over) return;
    if (isUp !== (failure === null))
      log.info({ trunkId, failure }, failure === null ? 'trunks: reachable' : 'trunks: unreachable');
    isUp = failure === null;
    tell(isUp ? 'reachable' : 'failing', failure);
    later(isUp ? askEveryMs : askAgainMs);
  };
  const begin = () => {
    ask().catch((error: unknown) =>
      settle(`${trunkFailureTexts.otherSideNotFound}: ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  const ask = async (): Promise<void> => {
    const found = await find(proxy ?? place);
    const all = proxy ? [found, await find(place).catch(() => undefined)] : [found];
    addresses.clear();
    for (const one of all) for (const address of one?.addresses ?? []) addresses.add(address);
    if (over) return;
    const isSame = flow?.open && flow.remote.address === found.address && flow.remote.port === found.port;
    flow = isSame ? flow : wayTo(found);
    if (!flow) throw new Error(`nothing leads to ${found.address}`);
    const way = flow;
    asked += 1;
    const mine = asked;
    const once = (failure: string | null) => void (mine === asked && settle(failure));
    cancelPatience();
    cancelPatience = clock.after(answerWithinMs, () => once(otherSideSilent));
    layer.request(question(place, proxy, token), flow, {
      onResponse: (response) => void (response.status >= 200 && once(faultIn(response))),
      onFailure: (cause) => once(cause === 'timeout' ? otherSideSilent : (way.failure ?? otherSideGone)),
    });
  };

  tell('trying', null);
  begin();
  return {
    get flow() {
      return flow;
    },
    get isUp() {
      return isUp;
    },
    isFrom: (address) => addresses.has(address),
    flowLost(lost) {
      if (over || lost !== flow) return;
      flow = undefined;
      // Who was not there at all is asked again in its own time.
      if (isUp) later(1000);
    },
    stop() {
      over = true;
      cancelNext();
      cancelPatience();
    },
  };
}

/** Any answer says that somebody is there, but for those that say that nobody can serve us. */
export const faultIn = ({ status, phrase }: SipResponse): string | null => {
  const words = `${status} ${phrase.slice(0, 100)}`;
  if (status === 401 || status === 407 || status === 403) return `${trunkFailureTexts.unknownServer} (${words})`;
  if (status === 408 || status === 502 || status === 503 || status === 504)
    return `${trunkFailureTexts.otherSideRefused} ${words}`;
  return null;
};

/** Whether the other side is there (RFC 3261 §11). */
export const question = (place: SipPlace, proxy: SipPlace | undefined, token: () => string): SipRequest => {
  const domain = domainOf(place);
  const headers = new HeaderFields();
  if (proxy) headers.add('Route', routeTo(proxy));
  headers.add('Max-Forwards', '70');
  headers.add('From', `<sip:ping@${domain}>;tag=${token()}`);
  headers.add('To', `<sip:${domain}>`);
  headers.add('Call-ID', token());
  headers.add('CSeq', '1 OPTIONS');
  headers.add('Accept', 'application/sdp');
  headers.add('User-Agent', 'Sidetone');
  return { kind: 'request', method: 'OPTIONS', uri: registrarUri(place), headers, body: '' };
};
