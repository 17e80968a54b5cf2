import { pino } from 'pino';
import { openDatabase } from '../../../storage/database.ts';
import { secretBox } from '../../../storage/secret-box.ts';
import { MediaClient } from '../../media/media-client.ts';
import { someOwner } from '../../media/testing/owner.ts';
import type { ControlledCalls } from '../controlled-calls.ts';
import { startClassicServices } from './classic-services.ts';

/** What the process of a test is told: to call this method of `ControlledCalls`. */
export interface ToClassicProcess {
  readonly id: number;
  readonly method: keyof ControlledCalls;
  readonly args: readonly unknown[];
}
export type FromClassicProcess =
  | { readonly ready: true }
  | { readonly told: { readonly userId: string; readonly name: string; readonly payload: object } }
  | { readonly id: number; readonly value?: unknown; readonly error?: string };

// Signalling for classic clients in a process of its own, so that a test can kill it:
// `node classic-process.ts <database> <sip port> <media socket> <key of the secret box, hex>`.
const [databaseUrl = '', sipPort = '0', socketPath = '', key = ''] = process.argv.slice(2);
const send = (what: FromClassicProcess) => process.send?.(what);
const { calls } = await startClassicServices({
  db: openDatabase(databaseUrl),
  databaseUrl,
  sipPort: Number(sipPort),
  box: secretBox(Buffer.from(key, 'hex')),
  media: new MediaClient({ socketPath, owner: someOwner }),
  log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  tell: (userId, name, payload) => send({ told: { userId, name, payload } }),
});
process.on('message', async ({ id, method, args }: ToClassicProcess) => {
  try {
    const value = await (calls[method] as (...given: readonly unknown[]) => unknown)(...args);
    send({ id, value });
  } catch (error) {
    send({ id, error: String(error) });
  }
});
send({ ready: true });
