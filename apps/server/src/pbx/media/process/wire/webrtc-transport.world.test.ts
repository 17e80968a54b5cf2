import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freeUdpPort } from '../../../../testing/free-port.ts';
import { makeAnswer, newSession, takeOffer } from '../../negotiation.ts';
import { WebRtcPeer } from '../../testing/webrtc-peer.ts';
import { hostCandidates } from './addresses.ts';
import { WebRtcTransport } from './webrtc-transport.ts';

/** This thread stands still, as on a machine with too much to do, while the threads of the library go on. */
const standStillUntil = (isDone: () => boolean): void => {
  for (const until = performance.now() + 10_000; !isDone() && performance.now() < until; );
};

test('a handshake that failed before this thread heard of its path is no failure of the call yet', async () => {
  const failures: string[] = [];
  const errors: unknown[] = [];
  const hosts = ['127.0.0.1'] as const;
  const port = await freeUdpPort();
  const transport = new WebRtcTransport(
    'ours',
    { port, bindAddress: hosts[0], candidates: () => hostCandidates(hosts, port), address: () => hosts[0] },
    {
      onPacket() {},
      onConnected() {},
      onFailed: (why) => void failures.push(why),
      onError: (error) => void errors.push(error),
      expects: () => true,
    },
  );
  const peer = new WebRtcPeer('theirs');
  const offer = await peer.offer();
  const foreign = offer.replace(/(a=fingerprint:\S+ )(..):(..)/, (_all, name, one, two) => `${name}${two}:${one}`);
  const taken = takeOffer(newSession('webrtc', ['opus'], { sessionId: '1', ssrc: 7 }), foreign);
  if (taken.far === undefined) throw new Error('The offer was not taken');
  const [, answer] = makeAnswer(taken, transport.answer(taken.far, false));
  peer.acceptAnswer(answer);
  standStillUntil(() => ['failed', 'disconnected', 'closed'].includes(peer.state));
  const since = performance.now();
  standStillUntil(() => performance.now() - since > 200);
  const { state } = peer;
  await pause(100);
  transport.close();
  peer.close();
  expect([state, failures, errors]).toEqual(['closed', [], []]);
});
