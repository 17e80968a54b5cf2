import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as library from 'node-datachannel';
import { pino } from 'pino';
import { readCellIdentity } from '../../../tls/cell.ts';
import { keepCertificate } from '../../../tls/kept-certificate.ts';
import { onLeave, onReload, ownLog } from '../../own-log.ts';
import { Endpoints, openSharedParts } from './endpoints.ts';
import { openFarDoor } from './far-door.ts';
import { openOwnFolder } from './files/own-folder.ts';
import { Owners } from './owners.ts';
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
/** Whether calls are left. */
const lookEveryMs = 1000;

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

const onError = (endpointId: string, error: unknown) =>
  log.warn({ mediaEndpointId: endpointId, err: error }, 'media: endpoint failed');
const own = settings.own && (await openOwnFolder(settings.own, log));
const shared = openSharedParts(settings, own, (error) => onError('mixer', error));
const owners = new Owners(
  log,
  (node, announce) =>
    new Endpoints({
      node,
      shared,
      announce: (fact) => {
        const { type, endpointId } = fact as { type: string; endpointId?: string };
        log[type === 'dtmf' ? 'debug' : 'info']({ node, mediaEndpointId: endpointId }, type);
        return announce(fact);
      },
      onClosed: (endpointId, { codec, packetsSent, packetsReceived, lostIn, srtp, strangers }) =>
        log.info(
          { mediaEndpointId: endpointId, codec, packetsSent, packetsReceived, lostIn, srtp, strangers },
          'closed',
        ),
      onError,
    }),
);

const lag = monitorEventLoopDelay({ resolution: 10 });
lag.enable();
const nanoseconds = 1e9;
function figures() {
  const { user, system } = process.cpuUsage();
  const loopLagSeconds = Math.max(0, lag.max / nanoseconds - 0.01);
  lag.reset();
  return {
    endpoints: owners.size,
    portsTaken: shared.ports.taken,
    cpuSeconds: (user + system) / 1e6,
    loopLagSeconds,
  };
}

const server = new SocketServer(owners, figures, log, { files: own ? 'own' : 'shared' });
if (settings.socketPath !== undefined) await server.listen(settings.socketPath);
if (settings.far) await listenFar(settings.far);
log.info(
  {
    folder: settings.own?.folder,
    port: settings.mediaPort,
    rtpPorts: settings.rtpPorts.join('-'),
    host: settings.host,
  },
  'ready',
);

/** For carriers on other machines. */
async function listenFar({ listen, cell }: NonNullable<typeof settings.far>): Promise<void> {
  const read = () => readCellIdentity(cell, 'media');
  const certificate = keepCertificate({ first: read(), read, log });
  onReload(() => certificate.look());
  await openFarDoor({
    listen,
    certificate,
    serve: (socket) => server.serve(socket),
    knows: (socket) => owners.knows(socket),
    log,
  });
  log.info(listen, 'media: listening for carriers');
}

onLeave(() => {
  log.info({ mediaEndpoints: owners.size }, 'no call begins here any longer');
  owners.leave();
  // Where carriers know no other place, a call may begin after the last one.
  const say = () => {
    // A supervisor that is gone hears nothing, which is no reason to end before the calls do.
    process.send?.({ type: owners.size === 0 ? 'empty' : 'busy' }, () => {});
  };
  setInterval(say, lookEveryMs);
});

async function end(why: string): Promise<void> {
  log.info({ mediaEndpoints: owners.size }, why);
  setTimeout(() => process.exit(0), patienceMs);
  await owners.stop();
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
