/** The name of a line to another node of the cell, among those of trunks, none of which has a colon. */
const prefix = 'node:';

export const nodeLineId = (node: string): string => `${prefix}${node}`;

/** The node that a line leads to; undefined for a trunk. */
export const nodeOfLine = (trunkId: string | null): string | undefined =>
  trunkId?.startsWith(prefix) ? trunkId.slice(prefix.length) : undefined;
