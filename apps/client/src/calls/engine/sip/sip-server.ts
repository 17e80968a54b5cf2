import type { SipExtension } from '@sidetone/contract/entities/app-extension.ts';
import type { IceServer } from '@sidetone/contract/entities/ice-server.ts';

/** What the SIP engine asks of the server besides SIP. Each throws when the server cannot be asked. */
export interface SipServer {
  /** This app's extension; made if the user has none yet. */
  extension(): Promise<SipExtension>;
  iceServers(): Promise<readonly IceServer[]>;
  /** Holds the call with this Call-ID or takes it back. */
  hold(callId: string, value: boolean): Promise<void>;
}
