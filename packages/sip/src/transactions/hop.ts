/** The next neighbour: one connection, or one address over UDP. */
export interface Hop {
  /** TCP, TLS and WebSocket deliver by themselves; UDP needs retransmissions. */
  readonly reliable: boolean;
  /** What this side writes into its own Via. */
  readonly via: { readonly transport: string; readonly host: string; readonly port?: number };
  /** Gives false when nothing can be sent this way any more. */
  send(text: string): boolean;
}
