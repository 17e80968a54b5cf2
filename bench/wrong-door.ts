import { randomBytes } from 'node:crypto';
import { carrierOfCell } from '../apps/server/src/services/testing/carrier-of-cell.ts';
import { secretBox } from '../apps/server/src/storage/secret-box.ts';
import { testDatabase } from '../apps/server/src/storage/testing/test-database.ts';
import { person, signInAs } from '../apps/server/src/testing/test-api.ts';
import type { Figure } from './figures.ts';

const requests = 400;

/** What a request takes at the carrier of its home, and at another one that hands it on. */
export async function measureWrongDoor(): Promise<Figure[]> {
  const cell = { database: await testDatabase(), box: secretBox(randomBytes(32)) };
  const home = await carrierOfCell(cell, 'node-1');
  const other = await carrierOfCell(cell, 'node-2');
  try {
    const anna = await person(home.api, { firstName: 'Anna' });
    const { access_token } = await signInAs(home.api.url, anna.email);
    while (other.homes.carrierOf(anna.accountId)?.httpAddress !== home.api.url) await pause(20);
    const headers = { authorization: `Bearer ${access_token}` };
    const ask = async (url: string): Promise<number> => {
      const since = performance.now();
      const reply = await fetch(`${url}/api/users/me/calls?limit=1`, { headers });
      await reply.text();
      if (reply.status !== 200) throw new Error(`answered ${reply.status}`);
      return performance.now() - since;
    };
    const [near, far]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < requests; turn += 1) {
      near.push(await ask(home.api.url));
      far.push(await ask(other.api.url));
      // No more than a user may ask.
      await pause(20);
    }
    return [
      { what: 'Request at the carrier of its home', unit: 'ms', ours: near.slice(20), rival: undefined },
      { what: 'The same at another carrier, handed on', unit: 'ms', ours: far.slice(20), rival: undefined },
    ];
  } finally {
    await other.stop();
    await home.stop();
    await cell.database.drop();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
