import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { WebSocketServer } from 'ws';
import { callBook } from '../../../exchange-memory/call-book.ts';
import { credentials } from '../../../exchange-memory/credentials.ts';
import { openDialogStore } from '../../../exchange-memory/dialog-store.ts';
import { directory } from '../../../exchange-memory/directory.ts';
import { openRegistrationStore } from '../../../exchange-memory/registration-store.ts';
import { watchedBy } from '../../../exchange-memory/watched.ts';
import { phones } from '../../../features/phones/testing/desk-phones.ts';
import type { Database } from '../../../storage/database.ts';
import { claimNode } from '../../../storage/node-lease.ts';
import { secretBox } from '../../../storage/secret-box.ts';
import { someCompany } from '../../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../../storage/testing/test-database.ts';
import { freeUdpPort } from '../../../testing/free-port.ts';
import { type Exchange, type ExchangeParts, startExchange } from '../../exchange.ts';
import { lampBoard } from '../../lamps.ts';
import { type MediaProcess, startMediaProcess } from '../../media/testing/media-process.ts';
import type { ExchangeClock } from '../../ports.ts';
import { type Sip, startSip } from '../../sip/start-sip.ts';
import type { TrunkStore } from '../../sip/trunks/trunk-account.ts';
import { udpWire, webSocketWire } from './phone-wires.ts';
import { type PhoneAccount, SipPhone } from './sip-phone.ts';

export interface WholeExchange {
  readonly database: TestDatabase;
  readonly media: MediaProcess;
  readonly sip: Sip;
  readonly exchange: Exchange;
  readonly sipPort: number;
  /** Facts announced so far, in words. */
  readonly announced: string[];
  /** New credentials of a desk phone of `anna`, `ben` or `cleo`. */
  account(person: string): Promise<PhoneAccount>;
  /** A registered desk phone, over UDP. */
  phone(person: string): Promise<SipPhone>;
  /** A registered device over WebSocket, whose audio is WebRTC. */
  browser(person: string): Promise<SipPhone>;
  stop(): Promise<void>;
}

const clock: ExchangeClock = {
  now: () => new Date(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** Everything that makes calls, real from the sockets to the database, for the company of `someCompany`. */
export async function startWholeExchange(
  mediaEnv: Record<string, string> = {},
  more: (db: Database) => Partial<ExchangeParts> = () => ({}),
  trunks?: TrunkStore,
): Promise<WholeExchange> {
  const [database, media, sipPort] = await Promise.all([testDatabase(), startMediaProcess(mediaEnv), freeUdpPort()]);
  const { db } = database;
  const box = secretBox(randomBytes(32));
  await someCompany(db);
  const lease = await claimNode(db, 'node-1');
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const announced: string[] = [];
  const lamps = lampBoard();
  const others = more(db);
  const sip = await startSip({
    config: { host: '127.0.0.1', sipPort, publicAddresses: [] },
    credentials: credentials(db, box),
    registrations: openRegistrationStore(db, lease),
    dialogs: openDialogStore(db, lease),
    lamps,
    watchedBy: (accountId, extensions) => watchedBy(db, accountId, extensions),
    clock,
    log,
    steps: others.steps,
    ...(trunks && { trunks }),
  });
  const web = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => 'sip' });
  await new Promise((resolve) => web.once('listening', resolve));
  web.on('connection', (socket, request) => sip.handleWebSocket(socket, request));
  const webPort = (web.address() as AddressInfo).port;
  const exchange = await startExchange({
    ways: [{ takes: () => true, legs: sip.legs }],
    media: media.media,
    directory: directory(db),
    lamps,
    book: callBook({ db, ...lease }),
    announce: {
      callRinging: ({ userIds }) => void announced.push(`ringing ${userIds.join(' ')}`),
      callEstablished: () => void announced.push('established'),
      callEnded: ({ reason }) => void announced.push(`ended ${reason}`),
    },
    clock,
    log,
    ...others,
  });
  const opened: SipPhone[] = [];
  const account = (person: string) => phones(db, box).add(`${person}@example.com`, 'Desk');
  return {
    database,
    media,
    sip,
    exchange,
    sipPort,
    announced,
    account,
    async phone(person) {
      const phone = await SipPhone.register(await udpWire(sipPort), await account(person));
      opened.push(phone);
      return phone;
    },
    async browser(person) {
      const wire = await webSocketWire(`ws://127.0.0.1:${webPort}/sip`);
      const phone = await SipPhone.register(wire, await account(person));
      opened.push(phone);
      return phone;
    },
    async stop() {
      await exchange.stop();
      for (const phone of opened) phone.close();
      await sip.stop();
      web.close();
      await media.stop();
      await database.drop();
    },
  };
}
