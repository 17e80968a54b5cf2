/** What calls take up now, those that are about to begin included. */
export interface CallLoad {
  /** Calls that this device began or took. */
  callsOf(endpointId: string): number;
  /** Pairs of RTP ports that calls of this account use. */
  portsOf(accountId: string): number;
  /** Calls of this account: those that run, and those that were asked for before this one. */
  companyCallsBefore(accountId: string, legId: string): number;
  /** Pairs of RTP ports there are. */
  readonly ports: number;
}

/** How many pairs of ports one account may use. */
export const sharesOf = ({ ports }: CallLoad): number => Math.floor(ports / 2);
