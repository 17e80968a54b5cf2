import { echoTestCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { useEffect, useRef } from 'react';
import { useCallsView } from './calls.ts';
import type { Call } from './core/call.ts';
import { type CallList, liveCalls } from './core/call-list.ts';
import { justEnded } from './core/just-ended.ts';
import { type Person, personOf } from './screens/person.ts';

/** A call that is over, with all that is needed to speak of it afterwards. */
export interface EndedCall {
  /** Id of its inbox event. */
  readonly docId: string;
  readonly direction: Call['direction'];
  /** A call to the echo test is not rated. */
  readonly kind: 'call' | 'echoTest';
  /** How long the two talked; 0 where they never did. */
  readonly seconds: number;
  readonly wasEstablished: boolean;
  readonly person: Pick<Person, 'name' | 'known' | 'anonymous' | 'square' | 'imageUrl'>;
}

/** The call as it is remembered after its end. */
export function endedCallOf(call: Call): EndedCall {
  const { name, known, anonymous, square, imageUrl } = personOf(call);
  const { docId, direction, number, establishedAt, endedAt } = call;
  return {
    docId,
    direction,
    wasEstablished: establishedAt !== null,
    kind: number === echoTestCode ? 'echoTest' : 'call',
    seconds: establishedAt === null || endedAt === null ? 0 : Math.max(0, endedAt - establishedAt) / 1000,
    person: { name, known, anonymous, square, imageUrl },
  };
}

/** Whether there is a call that is not over. */
export function useHasCall(): boolean {
  return liveCalls(useCallsView().calls).length > 0;
}

/** Calls back once for each call that was established, when it has ended and its view is closed. */
export function useEndedCalls(onEnded: (call: EndedCall) => void): void {
  const { calls } = useCallsView();
  const before = useRef<CallList>(calls);
  const listener = useRef(onEnded);
  listener.current = onEnded;
  useEffect(() => {
    const call = justEnded(before.current, calls);
    before.current = calls;
    if (call !== null) listener.current(endedCallOf(call));
  }, [calls]);
}
