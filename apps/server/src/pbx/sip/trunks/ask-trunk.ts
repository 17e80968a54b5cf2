import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { RequestLayer } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import { faultIn } from './trunk-line.ts';

/** What the other side of a trunk said when it was asked. */
export interface TrunkAnswer {
  readonly isReachable: boolean;
  /** Its status and phrase, or why nothing came. */
  readonly words: string;
  /** Null when nothing came. */
  readonly status: number | null;
  /** From the question to the answer. */
  readonly milliseconds: number | null;
}

/** So long an answer is waited for; a transaction would wait for 32 s. */
const answerWithinMs = 5_000;

/** Sends a question and tells what came back: any answer but one that says that nobody can serve us will do. */
export function askTrunk(given: {
  readonly question: SipRequest;
  readonly flow: Flow;
  readonly layer: RequestLayer;
  readonly clock: ExchangeClock;
}): Promise<TrunkAnswer> {
  const { question, flow, layer, clock } = given;
  const askedAt = clock.now();
  return new Promise((resolve) => {
    const silent = (words: string) => resolve({ isReachable: false, words, status: null, milliseconds: null });
    const cancel = clock.after(answerWithinMs, () => silent('It does not answer'));
    layer.request(question, flow, {
      onResponse(response) {
        const { status, phrase } = response;
        if (status < 200) return;
        cancel();
        const words = faultIn(response) ?? `${status} ${phrase.slice(0, 100)}`.trim();
        resolve({
          isReachable: faultIn(response) === null,
          words,
          status,
          milliseconds: clock.now().getTime() - askedAt.getTime(),
        });
      },
      onFailure(cause) {
        cancel();
        silent(cause === 'timeout' ? 'It does not answer' : 'It is not there');
      },
    });
  });
}
