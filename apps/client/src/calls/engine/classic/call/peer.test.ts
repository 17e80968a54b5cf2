import { expect, test, vi } from 'vitest';
import { handClock, settle } from '../../../testing/hand-clock.ts';
import { openPeer, type PeerParts } from './peer.ts';

/** A connection that is still looking for candidates. */
function gathering() {
  const connection = Object.assign(new EventTarget(), {
    iceGatheringState: 'gathering',
    connectionState: 'new',
    localDescription: null as { sdp: string } | null,
    setRemoteDescription: async () => {},
    addTrack() {},
    createAnswer: async () => ({ type: 'answer', sdp: 'our answer' }),
    async setLocalDescription(description: { sdp: string }) {
      connection.localDescription = description;
    },
    getReceivers: () => [],
    close: vi.fn(),
  });
  return connection;
}

function opened(connect: () => unknown) {
  const clock = handClock();
  const answers: string[] = [];
  const closed: string[] = [];
  const logged: string[] = [];
  const parts: PeerParts = {
    server: {
      iceServers: async () => [],
      openPeer: async () => 'offer',
      answerPeer: async (_device, sdp) => void answers.push(sdp),
      offerPeer: async () => 'answer',
      closePeer: async (device) => void closed.push(device),
    },
    clock,
    log: (_level, message, { cause }) => void logged.push(`${message}: ${cause}`),
    connect: () => connect() as RTCPeerConnection,
  };
  const microphone = { getAudioTracks: () => [{}] } as unknown as MediaStream;
  const ears = { audio: vi.fn(), connected: vi.fn() };
  const peer = openPeer(parts, 'device', 'call', microphone, ears);
  return { clock, answers, closed, logged, ears, peer };
}

test('CONST-009: gathering candidates takes 2 s at most', async () => {
  const { clock, answers, peer } = opened(gathering);
  await settle();
  await clock.pass(1_999);
  expect(answers).toEqual([]);
  await clock.pass(1);
  await peer;
  expect(answers).toEqual(['our answer']);
});

test('the answer leaves immediately when all candidates are there before that', async () => {
  const connection = gathering();
  const { answers, peer } = opened(() => connection);
  await settle();
  connection.iceGatheringState = 'complete';
  connection.dispatchEvent(new Event('icegatheringstatechange'));
  await peer;
  expect(answers).toEqual(['our answer']);
});

test('ERR-002: a browser that cannot make a connection fails with the code for audio', async () => {
  const { peer } = opened(() => {
    throw new Error('too many connections');
  });
  await expect(peer).rejects.toMatchObject({ code: 'AUDIO_CREATION_ERROR' });
});

test('ERR-013, ERR-026: a connection without a track of the other side is only logged', async () => {
  const connection = gathering();
  connection.iceGatheringState = 'complete';
  const { peer, logged, ears } = opened(() => connection);
  await peer;
  connection.connectionState = 'connected';
  connection.dispatchEvent(new Event('connectionstatechange'));
  expect(logged).toEqual([expect.stringMatching(/^MISSING_OUTPUT_STREAM: .*Missing input or output stream/)]);
  expect(ears.connected).toHaveBeenCalledTimes(1);
});
