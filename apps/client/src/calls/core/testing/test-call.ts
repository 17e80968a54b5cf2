import { type Call, newCall } from '../call.ts';

/** A call for tests: an outgoing one in `Initial`, unless told otherwise. */
export function testCall(like: Partial<Call> = {}): Call {
  const born = newCall({
    id: 'session-1',
    docId: 'pbx-session-1',
    direction: 'OUTGOING',
    number: '+493023125410',
    remote: null,
    channelId: 'c1',
    channelName: 'Private',
    ownNumber: '+49406696941',
    startedAt: 0,
  });
  return { ...born, endedAt: like.state === 'Terminated' ? 0 : null, ...like };
}
