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

interface Given {
  readonly trunkId: string;
  readonly place: SipPlace;
  readonly proxy: SipPlace | undefined;
  readonly layer: RequestLayer;
  readonly clock: ExchangeClock;
  readonly log: SipLog;
  readonly token: () => string;
  find(place: SipPlace, turn?: number): Promise<FoundPlace>;
  wayTo(place: FoundPlace): Flow | undefined;
  tell(state: 'trying' | 'reachable' | 'failing', failure: string | null): void;
}

interface Line {
  readonly given: Given;
  readonly addresses: Set<string>;
  flow: Flow | undefined;
  isUp: boolean;
  over: boolean;
  /** Answers to earlier questions change nothing. */
  asked: number;
  /** How often it did not answer: each time another of its addresses is asked. */
  turn: number;
  cancelNext: () => void;
  cancelPatience: () => void;
}

/** Asks the other side by OPTIONS whether it is there (RFC 3261 §11), again and again. Begins immediately. */
export function openTrunkLine(given: Given): TrunkLine {
  const line: Line = {
    given,
    addresses: new Set(),
    flow: undefined,
    isUp: false,
    over: false,
    asked: 0,
    turn: 0,
    cancelNext: () => {},
    cancelPatience: () => {},
  };
  given.tell('trying', null);
  begin(line);
  return {
    get flow() {
      return line.flow;
    },
    get isUp() {
      return line.isUp;
    },
    isFrom: (address) => line.addresses.has(address),
    flowLost(lost) {
      if (line.over || lost !== line.flow) return;
      line.flow = undefined;
      // A trunk that was not there at all is asked again in its own time.
      if (line.isUp) later(line, 1000);
    },
    stop() {
      line.over = true;
      line.cancelNext();
      line.cancelPatience();
    },
  };
}

function later(line: Line, ms: number) {
  line.cancelNext();
  if (!line.over) line.cancelNext = line.given.clock.after(ms, () => begin(line));
}

function begin(line: Line) {
  ask(line).catch((error: unknown) =>
    settle(line, `${trunkFailureTexts.otherSideNotFound}: ${error instanceof Error ? error.message : String(error)}`),
  );
}

async function ask(line: Line): Promise<void> {
  const { find, place, proxy, wayTo } = line.given;
  const { addresses } = line;
  const found = await find(proxy ?? place, line.turn);
  const all = proxy ? [found, await find(place).catch(() => undefined)] : [found];
  addresses.clear();
  for (const one of all) for (const address of one?.addresses ?? []) addresses.add(address);
  if (line.over) return;
  const { flow } = line;
  const isSame = flow?.open && flow.remote.address === found.address && flow.remote.port === found.port;
  line.flow = isSame ? flow : wayTo(found);
  if (!line.flow) throw new Error(`nothing leads to ${found.address}`);
  send(line, line.flow);
}

function send(line: Line, way: Flow) {
  const { place, proxy, layer, clock, token } = line.given;
  line.asked += 1;
  const mine = line.asked;
  const once = (failure: string | null, isNoAnswer: boolean) => {
    if (mine !== line.asked) return;
    if (isNoAnswer) line.turn += 1;
    settle(line, failure);
  };
  line.cancelPatience();
  line.cancelPatience = clock.after(answerWithinMs, () => once(otherSideSilent, true));
  layer.request(question(place, proxy, token), way, {
    onResponse: (response) =>
      void (response.status >= 200 && once(faultIn(response), servesNobody.has(response.status))),
    onFailure: (cause) => once(cause === 'timeout' ? otherSideSilent : (way.failure ?? otherSideGone), true),
  });
}

function settle(line: Line, failure: string | null) {
  const { trunkId, log, tell } = line.given;
  line.cancelPatience();
  line.asked += 1;
  if (line.over) return;
  const isUp = failure === null;
  if (line.isUp !== isUp) log.info({ trunkId, failure }, isUp ? 'trunks: reachable' : 'trunks: unreachable');
  line.isUp = isUp;
  tell(isUp ? 'reachable' : 'failing', failure);
  later(line, isUp ? askEveryMs : askAgainMs);
}

/** Answers that are as good as none. */
const servesNobody: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/** Any answer says that somebody is there, but for those that say that nobody can serve us. */
export const faultIn = ({ status, phrase }: SipResponse): string | null => {
  const words = `${status} ${phrase.slice(0, 100)}`;
  if (status === 401 || status === 407 || status === 403) return `${trunkFailureTexts.unknownServer} (${words})`;
  if (servesNobody.has(status)) return `${trunkFailureTexts.otherSideRefused} ${words}`;
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
