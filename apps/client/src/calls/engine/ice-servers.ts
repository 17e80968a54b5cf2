import type { IceServer } from '@sidetone/contract/entities/ice-server.ts';

/**
 * Gives a connection fresh ICE servers before it looks for a new path: TURN credentials end after an hour, and a
 * call may be longer. Where they can't be fetched it keeps those it has. Never throws.
 */
export async function renewIceServers(
  connection: Pick<RTCPeerConnection, 'getConfiguration' | 'setConfiguration'>,
  fetchServers: () => Promise<readonly IceServer[]>,
): Promise<void> {
  try {
    const iceServers = (await fetchServers()).map((each) => ({ ...each })) as RTCIceServer[];
    connection.setConfiguration({ ...connection.getConfiguration(), iceServers });
  } catch {
    // The network may be gone; the old servers are tried then.
  }
}
