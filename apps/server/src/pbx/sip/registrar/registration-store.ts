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
  /** All of it or nothing. */
  write(changes: RegistrationChanges): Promise<void>;
}

/** What has changed; no id is in both. */
export interface RegistrationChanges {
  /** New bindings, and ones in the place of those with the same id. */
  readonly saved: readonly StoredRegistration[];
  readonly removed: readonly string[];
}
