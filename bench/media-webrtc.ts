import { setTimeout as pause } from 'node:timers/promises';
import { startMediaProcess } from '../apps/server/src/pbx/media/testing/media-process.ts';
import { WebRtcPeer } from '../apps/server/src/pbx/media/testing/webrtc-peer.ts';
import { cpuSeconds } from './cpu.ts';
import type { Figure } from './figures.ts';

const calls = 5;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);

/** CPU of bridged calls between WebRTC peers in Opus: ICE, DTLS-SRTP and forwarding, both ways. */
export async function measureWebRtcMedia(): Promise<Figure[]> {
  const { media, child, stop } = await startMediaProcess({ LOG_LEVEL: 'warn' });
  const peers: WebRtcPeer[] = [];
  try {
    const connect = async (endpointId: string) => {
      const peer = new WebRtcPeer(endpointId);
      peers.push(peer);
      const connected = new Promise<void>((resolve) => {
        const stopListening = media.onFact((fact) => {
          if (fact.type !== 'connected' || fact.endpointId !== endpointId) return;
          stopListening();
          resolve();
        });
      });
      const { sdp } = await media.openEndpoint({ endpointId, kind: 'webrtc', offer: await peer.offer() });
      peer.acceptAnswer(sdp);
      await connected;
      peer.say(440);
    };
    for (let call = 0; call < calls; call += 1) {
      await connect(`a${call}`);
      await connect(`b${call}`);
      await media.bridge(`a${call}`, `b${call}`);
    }
    await pause(2_000); // the first packets pay for compiling and for handshakes
    const before = cpuSeconds(child.pid ?? 0);
    const begun = performance.now();
    await pause(seconds * 1_000);
    const minutes = (performance.now() - begun) / 60_000;
    const perCallMinute = (cpuSeconds(child.pid ?? 0) - before) / minutes / calls;
    return [
      {
        what: `CPU for a bridged call-minute, ${calls} WebRTC calls in Opus`,
        unit: 'CPU-s',
        ours: [perCallMinute],
        rival: undefined,
      },
    ];
  } finally {
    for (const peer of peers) peer.close();
    await stop();
  }
}
