import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { notifyFeed } from '../../../documents/change-feed.ts';
import { callBook } from '../../../exchange-memory/call-book.ts';
import { credentials } from '../../../exchange-memory/credentials.ts';
import { openDialogStore } from '../../../exchange-memory/dialog-store.ts';
import { directory } from '../../../exchange-memory/directory.ts';
import { openRegistrationStore } from '../../../exchange-memory/registration-store.ts';
import { hearPhones } from '../../../features/phones/hear-phones.ts';
import { phoneStore } from '../../../features/phones/sip-accounts.ts';
import type { Database } from '../../../storage/database.ts';
import { claimNode } from '../../../storage/node-lease.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { startExchange } from '../../exchange.ts';
import type { Media } from '../../media/media.ts';
import { ongoingBoard } from '../../ongoing-board.ts';
import type { ExchangeClock } from '../../ports.ts';
import { startSip } from '../../sip/start-sip.ts';
import type { TellUser } from '../controlled-leg.ts';
import { isControlled, openControlledLegs } from '../controlled-legs.ts';

const clock: ExchangeClock = {
  now: () => new Date(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** What makes the calls of classic clients, as the services put it together, on a database and media that are there. */
export async function startClassicServices(given: {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly box: SecretBox;
  readonly sipPort: number;
  readonly media: Media;
  readonly log: Logger;
  readonly tell: TellUser;
}) {
  const { db, databaseUrl, box, sipPort, media, log, tell } = given;
  const lease = await claimNode(db, 'node-1');
  const sip = await startSip({
    config: { host: '127.0.0.1', sipPort, publicAddresses: [] },
    credentials: credentials(db, box),
    registrations: openRegistrationStore(db, lease),
    dialogs: openDialogStore(db, lease),
    phones: await phoneStore(db, box, () => true),
    clock,
    log,
  });
  const feed = await notifyFeed(databaseUrl, (error) => log.error(error));
  hearPhones(feed, (phoneId) => void sip.refreshPhone(phoneId));
  const people = directory(db);
  const registeredPhones = async (which: Parameters<typeof people.sipPhones>[0]) =>
    (await people.sipPhones(which)).flatMap((phone) => {
      const address = sip.phonePlace(phone.phoneId)?.address;
      return address === undefined ? [] : [{ ...phone, address }];
    });
  const controlled = openControlledLegs({
    clock,
    log,
    store: openDialogStore(db, lease, 'controlled'),
    newId: randomUUID,
    tell,
    signInsOf: () => new Set(['browser']),
    classicAmong: (userIds) => people.classicAmong(userIds),
  });
  const ongoing = ongoingBoard();
  const exchange = await startExchange({
    ongoing,
    ways: [
      { takes: isControlled, legs: controlled.legs },
      { takes: () => true, legs: sip.legs },
    ],
    media,
    directory: {
      ...people,
      phoneById: async (phoneId) => (await registeredPhones({ phoneId }))[0] ?? null,
      phoneOf: async (userId) => (await registeredPhones({ userId }))[0] ?? null,
    },
    book: callBook({ db, ...lease }),
    announce: { callRinging: () => {}, callEstablished: () => {}, callEnded: () => {} },
    clock,
    log,
  });
  return {
    sip,
    exchange,
    ongoing,
    calls: controlled.calls,
    async stop() {
      await exchange.stop();
      await sip.stop();
      await feed.stop();
    },
  };
}
