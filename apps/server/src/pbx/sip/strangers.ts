import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { PhoneAccounts } from './accounts/phone-accounts.ts';
import type { SipGuard } from './admission/guard.ts';
import { type Bindings, isBrowser } from './registrar/bindings.ts';
import type { Trunks } from './trunks/trunks.ts';
import type { Flow } from './wires/flow.ts';

/** A scan for phone systems finds none from an address that no known device sends from. */
export interface Strangers {
  /** Whether a request gets no answer; such a one is counted. Asked about what begins something, and never about REGISTER. */
  ignores(request: SipRequest, flow: Flow): boolean;
}

export function openStrangers(given: {
  readonly bindings: Pick<Bindings, 'isRegisteredFrom'>;
  readonly phones: Pick<PhoneAccounts, 'isRegistrar'> | undefined;
  readonly trunks: Pick<Trunks, 'isPeer'> | undefined;
  readonly guard: Pick<SipGuard, 'ignoresStrangersAt' | 'refused'>;
  /** Of the sender of a request, past trusted proxies. */
  readonly addressOf: (request: SipRequest, flow: Flow) => string;
}): Strangers {
  const { bindings, phones, trunks, guard, addressOf } = given;
  const isKnown = (flow: Flow): boolean =>
    isBrowser(flow) ||
    flow.trusted ||
    bindings.isRegisteredFrom(flow.remote) ||
    (trunks?.isPeer(flow) ?? false) ||
    (phones?.isRegistrar(flow.remote.address) ?? false);

  return {
    ignores(request, flow) {
      const address = addressOf(request, flow);
      // People begin with a REGISTER, wherever they are.
      if (request.method === 'REGISTER' || !guard.ignoresStrangersAt(address) || isKnown(flow)) return false;
      guard.refused({ kind: 'sipSilenced', address, accountId: null });
      return true;
    },
  };
}
