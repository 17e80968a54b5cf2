import type { RequestLayer } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import type { Binding, Bindings } from './bindings.ts';
import { phoneRequest } from './phone-request.ts';

interface Parts {
  readonly bindings: Pick<Bindings, 'ofEndpoint'>;
  readonly layer: RequestLayer;
  readonly flowTo: (binding: Binding) => Flow | undefined;
  readonly token: () => string;
  readonly log: SipLog;
}

/**
 * Asks every place where a device is registered to fetch its settings again, without a restart, by the NOTIFY that desk
 * phones know for it. Gives how many were asked; what they answer is only logged, as some of them answer nothing.
 */
export function tellToFetch({ bindings, layer, flowTo, token, log }: Parts, endpointId: string): number {
  let told = 0;
  for (const binding of bindings.ofEndpoint(endpointId)) {
    const flow = flowTo(binding);
    if (!flow) continue;
    told += 1;
    layer.request(phoneRequest(binding, flow, token, checkSync), flow, {
      onResponse({ status }) {
        if (status >= 200)
          log.debug({ endpointId, contactId: binding.id, status }, 'phone answered whether it fetches settings');
      },
      onFailure: (cause) =>
        log.debug({ endpointId, contactId: binding.id, cause }, 'phone could not be asked to fetch settings'),
    });
  }
  return told;
}

const checkSync = {
  method: 'NOTIFY',
  // There is no subscription that it belongs to.
  headers: [
    ['Event', 'check-sync;reboot=false'],
    ['Subscription-State', 'terminated'],
  ],
} as const;
