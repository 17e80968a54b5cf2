import type { SipCallParts } from './call/sip-call-parts.ts';

/** An INVITE to be sent. `facts` are those of its call. */
export interface Invitation {
  readonly to: string;
  readonly extraHeaders: string[];
  /** The To header, where it says more than the address. */
  readonly toHeader?: (uri: string) => string;
  readonly facts: SipCallParts['facts'];
  readonly isTakenBack?: boolean;
  /** Once aborted, it is not sent. */
  readonly givenUp?: AbortSignal | undefined;
}
