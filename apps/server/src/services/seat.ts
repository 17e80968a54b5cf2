import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { spareName } from '../settings/node-settings.ts';
import type { Database } from '../storage/database.ts';
import { type CarrierPlace, claimFreeNode, claimVacantNode, type NodeLease } from '../storage/node-lease.ts';
import { lanAddresses } from '../supervisor/lan-addresses.ts';
import { tellSupervisor } from '../supervisor/services-message.ts';

const lookEveryMs = 1_000;

/** Where others reach this process as the carrier of a node. */
export function placeOf(config: Config): CarrierPlace {
  const address = lanAddresses(config.host)[0] ?? (config.host === '0.0.0.0' ? '127.0.0.1' : config.host);
  const host = address.includes(':') ? `[${address}]` : address;
  return {
    sipAddress: config.nodeSipAddress ?? `${host}:${config.sipPort}`,
    httpAddress: config.nodeHttpAddress ?? `http://${host}:${config.port}`,
    release: packageJson.version,
    carrier: `${hostname()} ${config.dataDir}`,
  };
}

/**
 * Claims the node that this process is to carry, or as a spare the first one that nobody carries any more, and waits for it as long as
 * it takes. Who asks hears meanwhile that this process lives and is not ready.
 */
export async function takeSeat(config: Config, db: Database, log: Logger): Promise<NodeLease> {
  const place = placeOf(config);
  const isSpare = config.nodeName === spareName;
  const claim = () => (isSpare ? claimVacantNode(db, place) : claimFreeNode(db, config.nodeName, place));
  // At a start the database has to be there; who waits waits for it as well.
  const first = await claim();
  if (first) return first;
  const text = isSpare
    ? 'This server is a spare. It waits for a node that nobody carries any more'
    : `${config.nodeName} is carried by another server. This one waits until nobody does`;
  tellSupervisor({ type: 'waiting', text });
  log.info({ node: config.nodeName }, 'node: waiting for a seat');
  const closeDoor = await openWaitingDoor(config);
  for (;;) {
    await sleep(lookEveryMs);
    tellSupervisor({ type: 'alive' });
    const lease = await claim().catch((error: unknown) => {
      log.warn({ err: error }, 'node: looking for a seat failed, trying again');
      return undefined;
    });
    if (!lease) continue;
    await closeDoor();
    tellSupervisor({ type: 'step', text: `This server carries ${lease.node} now` });
    return lease;
  }
}

/** Says that this process lives, and everything else that nobody serves here. Gives the way to close it. */
async function openWaitingDoor({ host, port }: Pick<Config, 'host' | 'port'>): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const isLive = request.method === 'GET' && request.url?.split('?')[0] === '/api/live';
    response.writeHead(isLive ? 200 : 503, {
      'content-type': isLive ? 'application/json' : 'application/problem+json',
      'cache-control': 'no-store',
      connection: 'close',
      ...(!isLive && { 'retry-after': '2' }),
    });
    response.end(JSON.stringify(isLive ? { status: 'live' } : notCarrying));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

const notCarrying = { type: 'spare', title: 'This server waits for a node to carry.', status: 503, detail: 'seat' };
