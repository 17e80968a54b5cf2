/** Bounds for connections that nobody has signed in over; milliseconds and counts. */
export interface WebLimits {
  /** For the head of a request, from the beginning of the connection or of the request on. */
  readonly headersMs: number;
  /** For the body of a request that is no file. */
  readonly bodyMs: number;
  /** For a whole request with a file: 50 MB of contacts by a slow line. */
  readonly uploadMs: number;
  /** How often Node looks whether a time is over. */
  readonly checkEveryMs: number;
  readonly handshakeMs: number;
  /** For a socket of live data to say who it is. */
  readonly introductionMs: number;
  /** Connections of one network, without sockets whose users are known. A page opens six of them for a moment. */
  readonly ofNetwork: number;
  /** Sockets of one network whose users are not known yet; as many as SIP takes from an address. */
  readonly strangersOfNetwork: number;
}

export const webLimits: WebLimits = {
  headersMs: 15_000,
  bodyMs: 60_000,
  uploadMs: 10 * 60_000,
  checkEveryMs: 5_000,
  handshakeMs: 10_000,
  introductionMs: 10_000,
  ofNetwork: 1_000,
  strangersOfNetwork: 200,
};
