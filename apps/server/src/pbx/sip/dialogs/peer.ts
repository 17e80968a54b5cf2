import type { SipMessage } from '@sidetone/sip/messages/message.ts';

/** What the far side of a dialog says that it can do; the last word counts. */
export interface Peer {
  /** Whether the far side takes requests of this method; what never said so counts as no. */
  allows(method: string): boolean;
  /** Reads Allow, where the message has one. */
  learn(message: SipMessage): void;
  /** A request of this method was refused as unknown. */
  unlearn(method: string): void;
  readonly methods: readonly string[];
}

export function openPeer(known: readonly string[] = []): Peer {
  let methods = [...known];
  return {
    get methods() {
      return methods;
    },
    allows: (method) => methods.includes(method),
    learn({ headers }) {
      if (headers.has('Allow')) methods = headers.list('Allow').map((one) => one.toUpperCase());
    },
    unlearn(method) {
      methods = methods.filter((one) => one !== method);
    },
  };
}
