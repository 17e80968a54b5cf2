import type { HostedFilesOptions } from '../hosted/hosted-files.ts';
import type { MediaProcess } from './media-process.ts';
import { startMediaProcess } from './media-process.ts';
import { RtpPhone } from './rtp-phone.ts';
import { WebRtcPeer } from './webrtc-peer.ts';

/** People with endpoints of one media process, each saying a tone of their own. */
export interface Party {
  readonly process: MediaProcess;
  /** Somebody with a browser, connected. */
  browser(endpointId: string, hertz: number, codec?: 'opus' | 'PCMU'): Promise<WebRtcPeer>;
  /** Somebody with a desk phone, connected. */
  phone(endpointId: string, hertz: number, law?: 'PCMU' | 'PCMA' | 'G722'): Promise<RtpPhone>;
  /** Everybody leaves. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export async function openParty(env?: Record<string, string>, files?: HostedFilesOptions): Promise<Party> {
  const process = await startMediaProcess(env, files);
  const { media } = process;
  const open: { close(): void }[] = [];
  const connected = (endpointId: string) =>
    process.heard((fact) => fact.type === 'connected' && fact.endpointId === endpointId);
  const hangUp = () => {
    for (const each of open.splice(0)) each.close();
  };
  return {
    process,
    browser: async (endpointId, hertz, codec = 'opus') => {
      const peer = new WebRtcPeer(endpointId, codec);
      open.push(peer);
      const { sdp } = await media.openEndpoint({ endpointId, kind: 'webrtc', offer: await peer.offer() });
      peer.acceptAnswer(sdp);
      await connected(endpointId);
      peer.say(hertz);
      return peer;
    },
    phone: async (endpointId, hertz, law = 'PCMU') => {
      const phone = await RtpPhone.open(law);
      open.push(phone);
      const offer = { endpointId, kind: 'rtp', offer: phone.sdp(), farAddress: '127.0.0.1' } as const;
      phone.say(hertz, (await media.openEndpoint(offer)).sdp);
      await connected(endpointId);
      return phone;
    },
    clear: async () => {
      hangUp();
      await media.closeAll();
      process.facts.length = 0;
    },
    stop: () => {
      hangUp();
      return process.stop();
    },
  };
}
