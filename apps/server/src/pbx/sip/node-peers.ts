import type { Address } from './wires/flow.ts';

/** A node and the epoch of its carrier. */
export interface NodeSeat {
  readonly node: string;
  readonly epoch: number;
}

/** What is known of the other nodes of a cell. */
export interface NodePeers {
  readonly own: NodeSeat;
  /** What all carriers of the cell have, and nobody else. */
  readonly secret: Uint8Array;
  /** Where the carrier of a node takes SIP, and its epoch; undefined while nobody carries it. */
  carrierOf(node: string): (Address & Pick<NodeSeat, 'epoch'>) | undefined;
  /** Whether a carrier of another node sends from there. */
  isPeer(remote: Address): boolean;
  /** The company that has this number in E.164, and where it is at home; null: nobody has it. Rejects where it cannot be read. */
  companyOf(number: string): Promise<{
    readonly accountId: string;
    readonly isHere: boolean;
    readonly sipAddress: string | null;
  } | null>;
}
