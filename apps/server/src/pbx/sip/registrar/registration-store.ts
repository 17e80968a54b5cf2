import type { Transport } from '../wires/flow.ts';

/** One binding of a device to the place where it can be reached (RFC 3261 §10), as it outlives a restart. */
export interface StoredRegistration {
  readonly id: string;
  readonly endpointId: string;
  readonly userId: string;
  readonly contactUri: string;
  readonly transport: Transport;
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** `+sip.instance` (RFC 5626 §4.1). */
  readonly instanceId: string | null;
  readonly regId: number | null;
  /** Path values (RFC 3327), nearest proxy first. */
  readonly path: readonly string[];
  readonly sipCallId: string;
  readonly cseq: number;
  readonly userAgent: string | null;
  readonly expiresAt: Date;
  /** Two keep-alives in a row stayed unanswered. */
  readonly suspect: boolean;
}

/** Where bindings are kept. Each method is durable before its promise fulfils. */
export interface RegistrationStore {
  /** What is still valid of this node; removes bindings of connections, which died with the last process. */
  load(): Promise<readonly StoredRegistration[]>;
  /** Adds the binding or takes the place of the one with its id. */
  save(registration: StoredRegistration): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}
