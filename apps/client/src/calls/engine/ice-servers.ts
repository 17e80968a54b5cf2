import type { IceServer } from '@sidetone/contract/entities/ice-server.ts';
import type { Log } from '../conductor/parts.ts';

type FetchServers = () => Promise<readonly IceServer[]>;

/** The ICE servers for a new connection. Most calls still connect without STUN and TURN, so this never rejects. */
export async function iceServersOrNone(fetchServers: FetchServers, log: Log): Promise<RTCIceServer[]> {
  try {
    return forBrowser(await fetchServers());
  } catch (cause) {
    log('warn', 'no ICE servers', { cause: String(cause) });
    return [];
  }
}

/**
 * Gives a connection fresh ICE servers before it looks for a new path: TURN credentials end after an hour, and a call
 * may be longer. Where they can't be fetched it keeps those it has. Never throws.
 */
export async function renewIceServers(
  connection: Pick<RTCPeerConnection, 'getConfiguration' | 'setConfiguration'>,
  fetchServers: FetchServers,
): Promise<void> {
  try {
    const iceServers = forBrowser(await fetchServers());
    connection.setConfiguration({ ...connection.getConfiguration(), iceServers });
  } catch {
    // The network may be gone; the old servers are tried then.
  }
}

const forBrowser = (servers: readonly IceServer[]): RTCIceServer[] =>
  servers.map((each) => ({ ...each })) as RTCIceServer[];
