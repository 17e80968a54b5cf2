import { serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { splitUriHeaders } from '@sidetone/sip/grammar/uri.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { capabilities, type RequestLayer } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import type { Binding, Bindings } from './bindings.ts';

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
    layer.request(notifyOf(binding, flow, token), flow, {
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

const notifyOf = (binding: Binding, flow: Flow, token: () => string): SipRequest => {
  const { host, port } = flow.via;
  const place = port === undefined ? host : `${host}:${port}`;
  const uri = splitUriHeaders(binding.contactUri).bare;
  const headers = new HeaderFields();
  for (const route of binding.path) headers.add('Route', route);
  headers.add('Max-Forwards', '70');
  headers.add('From', serializeNameAddr({ uri: `sip:${place}`, parameters: new Map([['tag', token()]]) }));
  headers.add('To', serializeNameAddr({ uri, parameters: new Map() }));
  headers.add('Call-ID', token());
  headers.add('CSeq', '1 NOTIFY');
  headers.add('Event', 'check-sync;reboot=false');
  // There is no subscription that it belongs to.
  headers.add('Subscription-State', 'terminated');
  for (const [name, value] of capabilities(flow)) headers.add(name === 'Server' ? 'User-Agent' : name, value);
  return { kind: 'request', method: 'NOTIFY', uri, headers, body: '' };
};
