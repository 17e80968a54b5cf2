import { type Homes, openHomes } from '../../cell/homes.ts';
import { notifyFeed } from '../../documents/change-feed.ts';
import { noCalls } from '../../features/call-control/testing/no-calls.ts';
import { noClassicCalls } from '../../features/classic/testing/no-classic-calls.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { TestDatabase } from '../../storage/testing/test-database.ts';
import { type TestApi, testApi } from '../../testing/test-api.ts';

/** The API of one carrier of a cell, with what its exchange was asked. */
export interface CarrierOfCell {
  readonly api: TestApi;
  readonly homes: Homes;
  readonly held: unknown[];
  readonly subscribed: string[];
  stop(): Promise<void>;
}

const fail = (error: unknown): never => {
  throw error;
};

/** Starts one, on a database that others of its cell share; it is reached from then on. */
export async function carrierOfCell(
  { database, box }: { readonly database: TestDatabase; readonly box: SecretBox },
  node: string,
): Promise<CarrierOfCell> {
  const feed = await notifyFeed(database.url, fail);
  const homes = await openHomes({ db: database.db, feed, node, onTrouble: fail });
  const held: unknown[] = [];
  const subscribed: string[] = [];
  const api = await testApi({
    database: { ...database, drop: async () => {} },
    box,
    homes,
    exchange: {
      control: { ...noCalls, hold: async (userId, _name, value) => void held.push([userId, value]) },
      classic: noClassicCalls,
      sipSocket(socket, _request, client) {
        socket.on('message', (bytes) => {
          if (bytes.toString().trim() === '') return;
          socket.send(`SIP/2.0 401 at ${node} for ${client?.address}`);
        });
      },
      ongoing: {
        of(userId) {
          subscribed.push(userId);
          return [];
        },
        onChange: () => () => {},
      },
    },
  });
  await database.db
    .insertInto('nodes')
    .values({ node, epoch: 1, lease_until: new Date(Date.now() + 600_000), http_address: api.url })
    .execute();
  return {
    api,
    homes,
    held,
    subscribed,
    async stop() {
      homes.stop();
      await api.stop();
      await feed.stop();
    },
  };
}
