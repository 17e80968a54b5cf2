/** What calls take up now, those that are about to begin included. */
export interface CallLoad {
  /** Calls that this device began or took. */
  callsOf(endpointId: string): number;
  /** Pairs of RTP ports that calls of this account use. */
  portsOf(accountId: string): number;
  /** Pairs of RTP ports there are. */
  readonly ports: number;
}
