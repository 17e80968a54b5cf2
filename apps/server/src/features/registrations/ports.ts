/** One binding of a device to the place where it can be reached (RFC 3261 §10). */
export interface Registration {
  readonly id: string;
  readonly endpointId: string;
  readonly userId: string;
  readonly contactUri: string;
  readonly transport: 'udp' | 'tcp' | 'ws' | 'wss';
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly instanceId: string | null;
  readonly regId: number | null;
  readonly path: readonly string[];
  readonly callId: string;
  readonly cseq: number;
  readonly userAgent: string | null;
  readonly expiresAt: Date;
  readonly suspect: boolean;
}

/** Where the exchange keeps bindings. Each method is durable before its promise fulfils. */
export interface Registrations {
  /** What is still valid of this node; removes bindings of connections, which died with the last process. */
  load(): Promise<readonly Registration[]>;
  save(registration: Registration): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}
