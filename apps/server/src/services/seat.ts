import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import packageJson from '../../../../package.json' with { type: 'json' };
import { errorReply } from '../api/replies.ts';
import { awake } from '../cell/awake.ts';
import { type Homes, openHomes } from '../cell/homes.ts';
import { listNodes } from '../cell/list-nodes.ts';
import { keepTidying, tidyLeftNodes } from '../cell/tidy.ts';
import { waitForSeat } from '../cell/wait-for-seat.ts';
import type { Config } from '../config.ts';
import { Refusal } from '../requests/refusal.ts';
import { spareName } from '../settings/node-settings.ts';
import type { Database } from '../storage/database.ts';
import {
  type CarrierPlace,
  claimFreeNode,
  claimVacantNode,
  databaseTime,
  keepLease,
  type NodeLease,
  ownBeats,
} from '../storage/node-lease.ts';
import { howToCall } from '../supervisor/how-to-call.ts';
import { lanAddresses } from '../supervisor/lan-addresses.ts';
import { tellSupervisor } from '../supervisor/services-message.ts';
import type { ServicesGround } from './ground.ts';

/** Where others reach this process as the carrier of a node. */
function placeOf(config: Config): CarrierPlace {
  const address = lanAddresses(config.host)[0] ?? (config.host === '0.0.0.0' ? '127.0.0.1' : config.host);
  const host = address.includes(':') ? `[${address}]` : address;
  return {
    sipAddress: config.nodeSipAddress ?? `${host}:${config.sipPort}`,
    httpAddress: config.nodeHttpAddress ?? `http://${host}:${config.port}`,
    release: packageJson.version,
    carrier: `${hostname()} ${config.dataDir}`,
  };
}

interface SeatParts extends Pick<ServicesGround, 'config' | 'db' | 'log' | 'keep'> {
  /** Whether the next life of this process has the node again. */
  keepsNode(): boolean;
}

/** Takes the node that this process carries, for as long as it runs. */
export async function holdSeat({ config, db, log, keep, keepsNode }: SeatParts): Promise<ServicesGround['owner']> {
  const lease = await takeSeat(config, db, log);
  // For a next life the whole time of a lease is left.
  keep('lease', () => (keepsNode() ? lease.renew() : lease.release()));
  const kept = keepLease(lease, {
    onFailure: (error) => log.warn({ err: error }, 'node: renewing the lease failed'),
    onLost() {
      // In silence: what runs here belongs to the other one by now, the calls too.
      log.fatal({ node: lease.node }, 'node: name taken by another server, ending');
      process.exit(1);
    },
  });
  keep('renewal', kept.stop);
  return { node: lease.node, epoch: lease.epoch, sure: kept.sure, whenAwake: awake(kept.sure, ownBeats) };
}

/** What a carrier knows of the others of its cell, and does for all of them. */
export async function openCell(
  given: Pick<ServicesGround, 'db' | 'feed' | 'log' | 'keep'> & { readonly node: string },
): Promise<Homes> {
  const { db, feed, log, keep, node } = given;
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'nodes: reading homes of companies failed');
  const homes = await openHomes({ db, feed, node, onTrouble });
  keep('homes of companies', homes.stop);
  const stopTidying = keepTidying({
    time: () => databaseTime(db),
    tidy: () => tidyLeftNodes(db),
    onTidied: (nodes) => log.warn({ nodes }, 'nodes: tidied up after those that nobody carries'),
    onTrouble: (error) => log.warn({ err: error }, 'nodes: tidying up failed, trying later'),
  });
  keep('tidying', stopTidying);
  await tellOfRenaming(db, node);
  return homes;
}

/** One machine whose name changed would serve nobody, and not say why. */
async function tellOfRenaming(db: Database, own: string): Promise<void> {
  const all = await listNodes(db);
  const left = all.find(({ isCarried, companies }) => !isCarried && companies > 0);
  if (!left || (all.find(({ node }) => node === own)?.companies ?? 0) > 0) return;
  const text = `No company is at home at ${own}, and nobody carries ${left.node}: set NODE_NAME=${left.node}, or see "${howToCall()} doctor"`;
  tellSupervisor({ type: 'step', text });
}

/**
 * Claims the node that this process is to carry, or as a spare the first one that nobody carries any more, and waits for it as long as
 * it takes. Until then it answers that it lives and serves nobody.
 */
async function takeSeat(config: Config, db: Database, log: Logger): Promise<NodeLease> {
  const place = placeOf(config);
  const isSpare = config.nodeName === spareName;
  const claim = (isSure: boolean) =>
    isSpare ? claimVacantNode(db, place, isSure) : claimFreeNode(db, config.nodeName, place, isSure);
  // At a start the database has to be there; a process that waits for a node waits for the database as well.
  const first = await claim(false);
  if (first) return first;
  const text = isSpare
    ? 'This server is a spare. It waits for a node that nobody carries'
    : `${config.nodeName} is carried by another server. This one waits until nobody does`;
  tellSupervisor({ type: 'waiting', text });
  log.info({ node: config.nodeName }, 'node: waiting for a seat');
  const closeDoor = await openWaitingDoor(config);
  const lease = await waitForSeat({
    claim,
    time: () => databaseTime(db),
    pause: sleep,
    now: Date.now,
    onLook: () => tellSupervisor({ type: 'alive' }),
    onTrouble: (error) => log.warn({ err: error }, 'node: looking for a seat failed, trying again'),
  });
  await closeDoor();
  tellSupervisor({ type: 'step', text: `This server carries ${lease.node} now` });
  return lease;
}

/** Says that this process lives, and of everything else that nobody serves it here. Gives the way to close it. */
export async function openWaitingDoor({ host, port }: Pick<Config, 'host' | 'port'>): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const isLive = request.method === 'GET' && request.url?.split('?')[0] === '/api/live';
    response.writeHead(isLive ? 200 : notCarrying.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      ...(!isLive && { 'retry-after': String(notCarrying.body.retryAfterSeconds) }),
    });
    response.end(JSON.stringify(isLive ? { status: 'live' } : notCarrying.body));
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

/** As the API would say it: clients know that they have to come again. */
const notCarrying = errorReply(
  new Refusal('NO_CARRIER', 'This server waits for a node to carry.', {
    retryAfterSeconds: 2,
    problem: { type: 'spare', detail: 'seat' },
  }),
);
