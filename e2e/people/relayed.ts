/** How a browser reaches its TURN server. */
export type RelayTransport = 'udp' | 'tcp';

/**
 * Runs in the page before its own code: its connections take no way but by a TURN server, and to that by this transport
 * alone, as where a firewall lets nothing else through.
 */
export function relayInPage(transport: RelayTransport): void {
  const Native = window.RTCPeerConnection;
  const urlsOf = (server: RTCIceServer) =>
    [server.urls].flat().filter((url) => url.endsWith(`?transport=${transport}`));
  const relayed = (configuration: RTCConfiguration = {}): RTCConfiguration => ({
    ...configuration,
    iceTransportPolicy: 'relay',
    iceServers: (configuration.iceServers ?? [])
      .map((server) => ({ ...server, urls: urlsOf(server) }))
      .filter(({ urls }) => urls.length > 0),
  });
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(relayed(configuration));
    }
    override setConfiguration(configuration?: RTCConfiguration): void {
      super.setConfiguration(relayed(configuration));
    }
  };
}

/** Runs in the page: type and relay protocol of the candidate that its newest connection sends by. */
export async function ownCandidateInPage(): Promise<{ type: string; relayProtocol?: string } | null> {
  const { storyConnections } = window as unknown as { storyConnections: RTCPeerConnection[] };
  const connection = storyConnections.filter((one) => one.connectionState === 'connected').at(-1);
  if (!connection) return null;
  const stats = new Map<string, Record<string, string>>();
  (await connection.getStats()).forEach((entry) => {
    stats.set(entry.id, entry);
  });
  const transport = [...stats.values()].find(({ type }) => type === 'transport');
  const pair = stats.get(transport?.['selectedCandidatePairId'] ?? '');
  const own = stats.get(pair?.['localCandidateId'] ?? '');
  if (!own) return null;
  const { candidateType = '', relayProtocol } = own;
  return { type: candidateType, ...(relayProtocol === undefined ? {} : { relayProtocol }) };
}
