import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { LegOrder, TrunkCaller } from '../../calls/legs.ts';
import { nodeLineId, nodeOfLine } from '../../node-line.ts';
import type { RequestLayer } from '../dialogs/leg.ts';
import type { NodePeers } from '../node-peers.ts';
import { toldOfCaller } from '../trunks/told-of-caller.ts';
import type { TrunkWay } from '../trunks/trunks.ts';
import type { Address, Flow } from '../wires/flow.ts';
import { inviteProofs } from './invite-proof.ts';
import { nodeInvite } from './node-invite.ts';

type InviteOrder = Extract<LegOrder, { do: 'invite' }>;

/** An INVITE that the carrier of another node sent. */
interface FromNode {
  readonly from: TrunkCaller;
  readonly trunkId: string;
  readonly layer: RequestLayer;
}

/** Why it is not taken here: the company has moved to where it says, or nobody has the number, or it was for an earlier carrier. */
interface NotHere {
  readonly status: 302 | 404 | 503;
  readonly sipAddress?: string;
}

/** Calls between companies of two nodes, which need no trunk. */
export interface NodeLines {
  /** The node that proves an INVITE; undefined for anybody else's. Once for each INVITE. */
  proofOf(request: SipRequest): { readonly node: string } | 'outlived' | undefined;
  /** Whose call a proved INVITE is. Rejects where the number cannot be read. */
  callerOf(request: SipRequest, node: string): Promise<FromNode | NotHere>;
  /** Undefined while nobody carries the node, or for another target. */
  wayOut(order: InviteOrder): TrunkWay | undefined;
  /** The way to who carries the node of this line now; undefined for a trunk, and while nobody carries it. */
  flowTo(trunkId: string | null): Flow | undefined;
  /** The same way, over which Contact names our node where another node calls it by that name. */
  named(request: SipRequest, flow: Flow): Flow;
}

const e164Form = /^\+[1-9][0-9]{3,14}$/;

export function openNodeLines(given: {
  readonly peers: NodePeers;
  readonly layer: RequestLayer;
  readonly udp: (remote: Address) => Flow | undefined;
  readonly now: () => number;
}): NodeLines {
  const { peers, layer, udp, now } = given;
  const proofs = inviteProofs(peers.own, peers.secret, now);
  const flowToNode = (node: string): Flow | undefined => {
    const place = peers.carrierOf(node);
    const flow = place && udp({ address: place.address, port: place.port });
    return flow && withName(flow, peers.own.node);
  };
  return {
    proofOf: (request) => proofs.read(request),
    async callerOf(request, node) {
      const called = parseUri(request.uri)?.user;
      const company = called !== undefined && e164Form.test(called) ? await peers.companyOf(called) : null;
      if (called === undefined || company === null) return { status: 404 };
      const { accountId, isHere, sipAddress } = company;
      if (!isHere) return sipAddress === null ? { status: 503 } : { status: 302, sipAddress };
      const trunkId = nodeLineId(node);
      return { trunkId, layer, from: nodeCaller(request, { node, trunkId, accountId, called }) };
    },
    wayOut(order) {
      const { target } = order;
      if (target.kind !== 'trunk' || target.isEmergency) return undefined;
      const node = nodeOfLine(target.trunkId);
      const carrier = node === undefined ? undefined : peers.carrierOf(node);
      const flow = node === undefined ? undefined : flowToNode(node);
      if (node === undefined || !carrier || !flow) return undefined;
      const { epoch } = carrier;
      const sign = (invite: SipRequest): string => proofs.sign(invite, { node, epoch });
      return {
        trunkId: target.trunkId,
        flow,
        layer,
        invite: (tag) => nodeInvite({ node, flow, order, target, tag, sign }),
      };
    },
    flowTo(trunkId) {
      const node = nodeOfLine(trunkId);
      return node === undefined ? undefined : flowToNode(node);
    },
    named(request, flow) {
      const isCalledSo = request.uri.includes(peers.own.node) && parseUri(request.uri)?.host === peers.own.node;
      return isCalledSo && peers.isPeer(flow.remote) ? withName(flow, peers.own.node) : flow;
    },
  };
}

/** A dialog between nodes outlives the carriers that began it, so Contact names no machine. */
const withName = (flow: Flow, ownName: string): Flow => Object.create(flow, { ownName: { value: ownName } });

const nodeCaller = (
  request: SipRequest,
  { node, trunkId, accountId, called }: Readonly<Record<'node' | 'trunkId' | 'accountId' | 'called', string>>,
): TrunkCaller => {
  const sessionId = request.headers.get('X-Client-Correlation-Id')?.slice(0, 200);
  return {
    kind: 'trunk',
    trunks: [{ trunkId, accountId, called, numberForm: 'e164' }],
    ...toldOfCaller(request),
    srtp: 'offer',
    byNode: { node, ...(sessionId && { sessionId }) },
  };
};
