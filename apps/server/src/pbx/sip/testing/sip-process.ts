import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { WebSocketServer } from 'ws';
import { credentials } from '../../../exchange-memory/credentials.ts';
import { openDialogStore } from '../../../exchange-memory/dialog-store.ts';
import { openRegistrationStore } from '../../../exchange-memory/registration-store.ts';
import { openDatabase } from '../../../storage/database.ts';
import { claimNode } from '../../../storage/node-lease.ts';
import { secretBox } from '../../../storage/secret-box.ts';
import type { LegFact, LegOrder } from '../../calls/legs.ts';
import { startSip } from '../start-sip.ts';
import { realClock } from './real-wires.ts';

/** What the process of a test is told, and what it tells. */
export type ToSipProcess =
  | { readonly order: LegOrder }
  | { readonly adopt: readonly string[] }
  | { readonly ring: string; readonly legId: string; readonly offer: string };
export type FromSipProcess =
  | { readonly ready: number }
  | { readonly fact: LegFact }
  | { readonly adopted: readonly string[] };

// Signalling in a process of its own, so that a test can kill it:
// `node sip-process.ts <database> <sip port> <ws port> <key of the secret box, hex>`.
const [url = '', sipPort = '0', wsPort = '0', key = ''] = process.argv.slice(2);
const tell = (what: FromSipProcess) => process.send?.(what);
const db = openDatabase(url);
const lease = await claimNode(db, 'node-1');
const sip = await startSip({
  config: { host: '127.0.0.1', sipPort: Number(sipPort), publicAddresses: [] },
  credentials: credentials(db, secretBox(Buffer.from(key, 'hex'))),
  registrations: openRegistrationStore(db, lease),
  dialogs: openDialogStore(db, lease),
  clock: realClock,
  log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
});
sip.legs.onFact((fact) => tell({ fact }));
process.on('message', (what: ToSipProcess) => {
  if ('order' in what) sip.legs.order(what.order);
  else if ('adopt' in what) void sip.legs.adopt(what.adopt).then((adopted) => tell({ adopted }));
  else {
    const { ring, legId, offer } = what;
    void sip.legs.contactsOf([ring]).then(([contact]) => {
      if (!contact) throw new Error(`${ring} is not registered`);
      const target = { kind: 'device', contact } as const;
      const parties = { from: { user: '+4930111' }, to: { user: '11' } };
      sip.legs.order({ do: 'invite', legId, sipCallId: `call-${legId}`, sessionId: 's1', target, offer, ...parties });
    });
  }
});
const web = new WebSocketServer({ host: '127.0.0.1', port: Number(wsPort), handleProtocols: () => 'sip' });
web.on('connection', (socket, request) => sip.handleWebSocket(socket, request));
web.once('listening', () => tell({ ready: (web.address() as AddressInfo).port }));
