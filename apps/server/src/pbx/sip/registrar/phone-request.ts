import { serializeNameAddr } from '@sidetone/sip/grammar/name-addr.ts';
import { splitUriHeaders } from '@sidetone/sip/grammar/uri.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { capabilities } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import type { Binding } from './bindings.ts';

/** A request of the exchange itself to a registered device, outside of any dialog. */
export function phoneRequest(
  binding: Binding,
  flow: Flow,
  token: () => string,
  { method, headers: more }: { readonly method: string; readonly headers: readonly (readonly [string, string])[] },
): SipRequest {
  const { host, port } = flow.via;
  const place = port === undefined ? host : `${host}:${port}`;
  const uri = splitUriHeaders(binding.contactUri).bare;
  const headers = new HeaderFields();
  for (const route of binding.path) headers.add('Route', route);
  headers.add('Max-Forwards', '70');
  headers.add('From', serializeNameAddr({ uri: `sip:${place}`, parameters: new Map([['tag', token()]]) }));
  headers.add('To', serializeNameAddr({ uri, parameters: new Map() }));
  headers.add('Call-ID', token());
  headers.add('CSeq', `1 ${method}`);
  for (const [name, value] of more) headers.add(name, value);
  for (const [name, value] of capabilities(flow)) headers.add(name === 'Server' ? 'User-Agent' : name, value);
  return { kind: 'request', method, uri, headers, body: '' };
}
