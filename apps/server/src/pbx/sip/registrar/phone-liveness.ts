import type { ExchangeClock } from '../../ports.ts';
import type { RequestLayer } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import { type Binding, type Bindings, isBrowser } from './bindings.ts';
import { phoneRequest } from './phone-request.ts';

/** Often, so that few are asked each time: where more than about 150 reply together, the socket loses some, and calls with them. */
const lookEveryMs = 1_000;
/** Many routers forget a way over UDP after 30 s without a packet. */
const keepOpenEveryMs = 25_000;
/** Up to half of it is added, so that phones that registered together are not asked together. */
const askEveryMs = 60_000;
/** Each stands for half a minute in which an OPTIONS was sent again and again. */
const missesUntilSilent = 2;

/** Times are in ms since phones are asked: the clock of a server may be set back, and ways to phones would close meanwhile. */
interface State {
  keepOpenAt: number;
  askAt: number;
  isAsked: boolean;
  /** A phone that never answered one does not know OPTIONS, and its silence proves nothing. */
  answers: boolean;
  misses: number;
}

interface Parts {
  readonly bindings: Pick<Bindings, 'all' | 'byId' | 'markSilent'>;
  readonly layer: RequestLayer;
  readonly clock: ExchangeClock;
  readonly flowTo: (binding: Binding) => Flow | undefined;
  readonly token: () => string;
  readonly random: () => number;
}

export interface PhoneLiveness {
  stop(): void;
}

/**
 * Keeps the way to phones open that are registered over UDP, and asks phones whether they are there (OPTIONS): one that
 * fell silent is not rung until it answers or registers again. Where a connection is lost, nobody needs to be asked.
 */
export function openPhoneLiveness(parts: Parts): PhoneLiveness {
  const { bindings, clock, random, flowTo } = parts;
  let states = new Map<string, State>();
  let now = 0;
  const fresh = ({ suspect, transport }: Binding): State => ({
    keepOpenAt: now + keepOpenEveryMs * random(),
    askAt: now + askEveryMs * (1 + random() / 2),
    isAsked: false,
    // Only a phone that had answered fell silent before a restart.
    answers: suspect && transport === 'udp',
    misses: 0,
  });
  const look = () => {
    now += lookEveryMs;
    const seen = new Map<string, State>();
    for (const binding of bindings.all()) {
      if (isBrowser(binding) || (binding.transport !== 'udp' && !binding.flow?.open)) continue;
      const state = states.get(binding.id) ?? fresh(binding);
      seen.set(binding.id, state);
      // It registered again.
      if (state.answers && !binding.suspect && state.misses >= missesUntilSilent) state.misses = 0;
      const mayAsk = !state.isAsked && (state.answers || state.misses < missesUntilSilent);
      const flow = now >= state.keepOpenAt || (mayAsk && now >= state.askAt) ? flowTo(binding) : undefined;
      if (!flow) continue;
      if (mayAsk && now >= state.askAt) {
        state.askAt = now + askEveryMs * (1 + random() / 2);
        ask(parts, binding, flow, state);
      } else if (binding.transport === 'udp' && now >= state.keepOpenAt) flow.keepAlive('ping');
      state.keepOpenAt = now + keepOpenEveryMs;
    }
    states = seen;
    cancel = clock.after(lookEveryMs, look);
  };
  let cancel = clock.after(lookEveryMs, look);
  return { stop: () => cancel() };
}

function ask({ bindings, layer, token }: Parts, binding: Binding, flow: Flow, state: State): void {
  state.isAsked = true;
  layer.request(
    phoneRequest(binding, flow, token, { method: 'OPTIONS', headers: [['Accept', 'application/sdp']] }),
    flow,
    {
      onResponse({ status }) {
        if (status < 200) return;
        // Whatever it answers, it is there.
        state.isAsked = false;
        state.answers = true;
        state.misses = 0;
        bindings.markSilent(binding.id, false);
      },
      onFailure() {
        state.isAsked = false;
        // A phone that registered meanwhile was there after the question.
        if (bindings.byId(binding.id)?.expiresAt !== binding.expiresAt) return;
        state.misses += 1;
        if (state.answers && state.misses >= missesUntilSilent) bindings.markSilent(binding.id, true);
      },
    },
  );
}
