import { pino } from 'pino';
import { openHomes } from '../../cell/homes.ts';
import { notifyFeed } from '../../documents/change-feed.ts';
import { callBook } from '../../exchange-memory/call-book.ts';
import { credentials } from '../../exchange-memory/credentials.ts';
import { openDialogStore } from '../../exchange-memory/dialog-store.ts';
import { directory } from '../../exchange-memory/directory.ts';
import { openRegistrationStore } from '../../exchange-memory/registration-store.ts';
import { phones } from '../../features/phones/testing/desk-phones.ts';
import { outsideLines } from '../../features/trunks/outside-lines.ts';
import { udpWire } from '../../pbx/control/testing/phone-wires.ts';
import { SipPhone } from '../../pbx/control/testing/sip-phone.ts';
import { type Exchange, startExchange } from '../../pbx/exchange.ts';
import { MediaClient } from '../../pbx/media/media-client.ts';
import { startSip } from '../../pbx/sip/start-sip.ts';
import { systemClock as clock } from '../../pbx/system-clock.ts';
import { claimNode } from '../../storage/node-lease.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { TestDatabase } from '../../storage/testing/test-database.ts';
import { freeUdpPort } from '../../testing/free-port.ts';
import { nodePeers } from '../node-peers.ts';
import { ofThisNode, sipHomes } from '../sip-homes.ts';

/** A carrier of a cell as far as calls go, real from its sockets to the database. */
export interface CallingCarrier {
  readonly exchange: Exchange;
  readonly sipPort: number;
  readonly epoch: number;
  /** What came and went by SIP in calls that are over, without secrets. */
  readonly traces: { readonly sipCallId: string; readonly messages: readonly unknown[] }[];
  /** A registered desk phone of the person with this address, over UDP. */
  phone(email: string): Promise<SipPhone>;
  /** Ends as `kill -9` does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const fail = (error: unknown): never => {
  throw error;
};

/** Starts the carrier of a node, on a database and media that others of its cell share; it is reached from then on. */
export async function callingCarrier(
  cell: { readonly database: TestDatabase; readonly box: SecretBox; readonly socketPath: string },
  node: string,
): Promise<CallingCarrier> {
  const { database, box, socketPath } = cell;
  const { db } = database;
  const sipPort = await freeUdpPort();
  const place = { httpAddress: 'http://127.0.0.1:9', release: 'test', carrier: `${node} at ${sipPort}` };
  const lease = await claimNode(db, node, { ...place, sipAddress: `127.0.0.1:${sipPort}` });
  const lease_until = new Date(Date.now() + 600_000);
  await db.updateTable('nodes').set({ lease_until }).where('node', '=', node).execute();
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent', base: { node } });
  const feed = await notifyFeed(database.url, fail);
  const homes = await openHomes({ db, feed, node, onTrouble: fail });
  const peers = nodePeers({ db, box, homes, owner: lease, onTrouble: fail });
  const traces: CallingCarrier['traces'] = [];
  const sip = await startSip({
    config: { host: '127.0.0.1', sipPort, publicAddresses: [] },
    credentials: ofThisNode(credentials(db, box), homes),
    registrations: openRegistrationStore(db, lease),
    dialogs: openDialogStore(db, lease),
    homes: sipHomes(db, homes, () => false),
    peers,
    traces: { write: async (more) => void traces.push(...more) },
    clock,
    log,
  });
  const media = new MediaClient({ socketPath, owner: lease });
  const exchange = await startExchange({
    ways: [{ takes: () => true, legs: sip.legs }],
    media,
    directory: { ...directory(db), isElsewhere: homes.isElsewhere },
    lines: { ...outsideLines(db, sip.trunkStanding), wayToCompany: peers.wayToCompany },
    book: callBook({ db, ...lease }),
    announce: { callRinging: () => {}, callEstablished: () => {}, callEnded: () => {} },
    clock,
    log,
  });
  const opened: SipPhone[] = [];
  const close = async (): Promise<void> => {
    media.stop();
    homes.stop();
    await feed.stop();
  };
  return {
    exchange,
    sipPort,
    epoch: lease.epoch,
    traces,
    async phone(email) {
      const phone = await SipPhone.register(await udpWire(sipPort), await phones(db, box).add(email, 'Desk'));
      opened.push(phone);
      return phone;
    },
    async kill() {
      await sip.leave();
      await close();
    },
    async stop() {
      await exchange.stop();
      for (const phone of opened) phone.close();
      await sip.stop();
      await close();
    },
  };
}
