import { randomUUID } from 'node:crypto';
import { type Codec, MediaError, type OpenEndpoint } from '../media.ts';
import type { Part } from './part.ts';

/**
 * An endpoint as another media process has it: two endpoints of RTP, over loopback or between their machines, `far` in that process and `near`
 * in the endpoint's own, where the two are bridged. Whatever is done with `far` there is done with the endpoint: keys and
 * codecs go through as they do between any two endpoints.
 */
export interface StandIn {
  readonly at: Part;
  readonly far: string;
  readonly home: Part;
  readonly near: string;
}

/** Of processes of one machine: every media process binds it, or is reached there by its own address. */
const thisMachine = '127.0.0.1';
const everyCodec: readonly Codec[] = ['opus', 'G722', 'PCMU', 'PCMA'];

const farPattern = /^tie:far:(.+):([^:]+)$/;

/** Whether this is an end of a stand-in, of which nobody else knows. */
export const isOfStandIn = (endpointId: string): boolean => endpointId.startsWith('tie:');

/** Puts one where `at` is. Nothing is left of it when it fails. */
export async function openStandIn(endpointId: string, home: Part, at: Part, codec?: Codec): Promise<StandIn> {
  const name = `${endpointId}:${randomUUID().slice(0, 8)}`;
  const standIn = { at, far: `tie:far:${name}`, home, near: `tie:near:${name}` };
  // What the endpoint speaks comes first, so that nothing is encoded twice where the other side speaks it, too.
  const codecs = codec === undefined ? everyCodec : [codec, ...everyCodec.filter((each) => each !== codec)];
  try {
    const offer = await at.client.openEndpoint({ ...wayTo(home, at), endpointId: standIn.far, codecs });
    const near = { ...wayTo(at, home), endpointId: standIn.near, codecs, offer: offer.sdp };
    const answer = await home.client.openEndpoint(near);
    await at.client.acceptAnswer(standIn.far, answer.sdp);
    await home.client.bridge(endpointId, standIn.near);
    return standIn;
  } catch (error) {
    await closeStandIn(standIn);
    throw error;
  }
}

/** Towards another machine everything is encrypted: who knows what network is between. */
function wayTo(
  { client: there }: Part,
  { client: here }: Part,
): Pick<OpenEndpoint, 'kind' | 'far' | 'farAddress' | 'srtp'> {
  const trunk = { kind: 'rtp', far: 'trunk' } as const;
  if (there.far?.host === here.far?.host) return { ...trunk, farAddress: thisMachine };
  if (there.address === undefined) throw new MediaError('MEDIA_UNAVAILABLE', 'its media process is not connected');
  return { ...trunk, farAddress: there.address, srtp: 'require' };
}

/** A media process that is gone has closed its end already. */
export async function closeStandIn({ at, far, home, near }: StandIn): Promise<void> {
  const ends = [
    { part: at, endpointId: far },
    { part: home, endpointId: near },
  ];
  await Promise.allSettled(
    ends.filter(({ part }) => part.client.isConnected).map(({ part, endpointId }) => part.client.close(endpointId)),
  );
}

/** The stand-ins that an earlier carrier of the node has left, by the endpoint that each stands for. */
export function standInsAmong(
  there: ReadonlyMap<Part, readonly string[]>,
  wanted: ReadonlySet<string>,
): Map<string, StandIn> {
  const homes = new Map<string, Part>();
  for (const [part, endpointIds] of there) for (const endpointId of endpointIds) homes.set(endpointId, part);
  const found = new Map<string, StandIn>();
  for (const [at, endpointIds] of there) {
    for (const far of endpointIds) {
      const [, endpointId = '', random = ''] = farPattern.exec(far) ?? [];
      const near = `tie:near:${endpointId}:${random}`;
      const home = homes.get(near);
      if (home && wanted.has(endpointId) && homes.get(endpointId) === home)
        found.set(endpointId, { at, far, home, near });
    }
  }
  return found;
}
