import * as library from 'node-datachannel';
import { pino } from 'pino';
import { onReload, ownLog } from '../../own-log.ts';
import { Endpoints } from './endpoints.ts';
import { readSettings } from './settings.ts';
import { SocketServer } from './socket-server.ts';
import { isWildcard } from './wire/addresses.ts';

/**
 * The media process: its own, so that no query or request can make audio stutter. Its supervisor holds the other end of
 * its stdin; when that closes, calls may finish a word and the process ends.
 */
const graceMs = 5000;
/** A disk that can't take the last second of a recording in this time never will. */
const patienceMs = 2000;

const settings = readSettings(process.env);
const file = ownLog();
const log = pino({ level: settings.logLevel, base: { process: 'media' } }, file.destination);
onReload(() => file.reopen());

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, 'media: unexpected error, stopping');
    process.exit(1); // the supervisor starts a clean one; limping on would hide the fault
  });
}

library.initLogger('Error', (severity, message) => log.warn({ severity }, message));
library.preload();

// Keeps the port bound while no leg is open, and tells at once if somebody else has it.
const mux = isWildcard(settings.host)
  ? new library.IceUdpMuxListener(settings.mediaPort)
  : new library.IceUdpMuxListener(settings.mediaPort, settings.host);

const endpoints: Endpoints = new Endpoints({
  settings,
  announce: (fact) => {
    const { type, endpointId } = fact as { type: string; endpointId?: string };
    log[type === 'dtmf' ? 'debug' : 'info']({ mediaEndpointId: endpointId }, type);
    return server.announce(fact);
  },
  onClosed: (endpointId, { codec, packetsSent, packetsReceived, lostIn, srtp, strangers }) =>
    log.info({ mediaEndpointId: endpointId, codec, packetsSent, packetsReceived, lostIn, srtp, strangers }, 'closed'),
  onError: (endpointId, error) => log.warn({ mediaEndpointId: endpointId, err: error }, 'media: endpoint failed'),
});
const server = new SocketServer(endpoints, log);
await server.listen(settings.socketPath);
log.info({ port: settings.mediaPort, rtpPorts: settings.rtpPorts.join('-'), host: settings.host }, 'ready');

async function end(why: string): Promise<void> {
  log.info({ mediaEndpoints: endpoints.size }, why);
  setTimeout(() => process.exit(0), patienceMs);
  await endpoints.stop();
  mux.stop();
  process.exit(0);
}

process.once('SIGTERM', () => void end('stopped'));
process.once('SIGINT', () => void end('stopped'));
process.stdin.resume();
process.stdin.once('close', () => {
  log.info('the supervisor is gone');
  setTimeout(() => void end('ending after the supervisor'), graceMs);
});
