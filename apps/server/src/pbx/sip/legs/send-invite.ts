import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { LegOrder } from '../../calls/legs.ts';
import type { PhoneWay } from '../accounts/phone-accounts.ts';
import type { Leg, LegGround, LegOwner, LegRoute } from '../dialogs/leg.ts';
import type { Binding, Bindings } from '../registrar/bindings.ts';
import type { TrunkWay } from '../trunks/trunks.ts';
import type { Flow } from '../wires/flow.ts';
import { logAbout } from '../wires/sip-log.ts';
import { ownerOf } from './adoption.ts';
import { inviteOf } from './device-invite.ts';
import type { LegRoutes } from './leg-routes.ts';
import { openOutgoingLeg } from './outgoing-leg.ts';

type InviteOrder = Extract<LegOrder, { do: 'invite' }>;

export interface InviteSender {
  readonly ground: LegGround;
  readonly routes: LegRoutes;
  readonly bindings: Pick<Bindings, 'byId'>;
  /** The way to a binding's device; undefined when there is none at the moment. */
  readonly flowTo: (binding: Binding) => Flow | undefined;
  /** The way out of a phone, while it is registered, or of a trunk, while it takes calls. */
  readonly outsideWay: (order: InviteOrder) => PhoneWay | TrunkWay | undefined;
}

/** How an INVITE leaves, and what its leg stands on. */
interface Way {
  readonly ground: LegGround;
  readonly owner: LegOwner;
  readonly flow: Flow;
  readonly invite: (tag: string) => SipRequest;
  readonly route: LegRoute;
}

/** Begins a leg by an INVITE of ours; undefined when nothing leads to its target. */
export function sendInvite(sender: InviteSender, order: InviteOrder): Leg | undefined {
  const way = order.target.kind === 'device' ? wayToDevice(sender, order) : wayOutside(sender, order);
  if (!way) return undefined;
  const { legId, sipCallId, sessionId } = order;
  const { log } = sender.ground;
  const leg = openOutgoingLeg({
    ...way,
    order,
    ground: { ...way.ground, log: logAbout(log, { legId, sipCallId, sessionId }) },
  });
  log.info({ legId, sipCallId, sessionId, flow: way.flow.id }, 'inviting');
  return leg;
}

function wayToDevice({ ground, bindings, flowTo, routes }: InviteSender, order: InviteOrder): Way | undefined {
  const binding = order.target.kind === 'device' ? bindings.byId(order.target.contact.contactId) : undefined;
  const flow = binding && flowTo(binding);
  if (!binding || !flow) return undefined;
  const owner = ownerOf(binding);
  return {
    ground,
    owner,
    flow,
    invite: (tag) => inviteOf(order, binding, flow, tag),
    route: routes.ofDevice({ transport: flow.transport, flow }, owner, () => binding.contactUri),
  };
}

function wayOutside({ ground, outsideWay, routes }: InviteSender, order: InviteOrder): Way | undefined {
  const way = outsideWay(order);
  if (!way) return undefined;
  const { flow, invite, layer } = way;
  const whose =
    'trunkId' in way
      ? { userId: '', phoneId: null, trunkId: way.trunkId }
      : { userId: way.userId, phoneId: way.phoneId, trunkId: null };
  return {
    ground: { ...ground, layer },
    owner: { ...whose, endpointId: '', instanceId: null },
    flow,
    invite,
    route: routes.ofOutside({ transport: flow.transport, flow }, whose, flow.remote.address, flow.remote.port),
  };
}
