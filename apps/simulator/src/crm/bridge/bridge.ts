import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerWith, type Fault, faults } from '../faults.ts';
import type { BridgeContact, BridgeKind } from './records.ts';
import { type BridgeMemory, bridgeMemory, type Reply, routesOf, text } from './routes.ts';

/** A request as it came, without its key. */
interface Journaled {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly locale: string | null;
  readonly accountUrl: string | null;
}

interface Trouble {
  readonly status: number;
  readonly says: string;
  readonly of: RegExp;
}

/** What goes wrong, and which keys are taken. */
class Door {
  readonly refusals: Trouble[] = [];
  valid: string[];
  renewed: string | null = null;
  refusesAll = false;

  constructor(key: string) {
    this.valid = [key];
  }

  /** Why a request does not come in; null where it does. */
  refusalOf(method: string, path: string, key: string): Reply | null {
    const at = this.refusals.findIndex(({ of }) => of.test(`${method} ${path}`));
    const found = at < 0 ? undefined : this.refusals.splice(at, 1)[0];
    if (found) return text(found.status, found.says);
    if (this.refusesAll) return text(401, 'Unauthorized');
    return path === '/health' || this.valid.includes(key) ? null : text(401, 'Unauthorized');
  }

  /** The key that an answer gives in place of the one it was asked with. */
  newKeyOf(kind: BridgeKind, path: string, status: number): string | null {
    if (this.renewed === null || kind === 'npm' || status !== 200 || path === '/health') return null;
    this.valid = [this.renewed];
    return this.renewed;
  }
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name];
  return value === undefined ? null : String(value);
};

/**
 * A bridge to some CRM on loopback, in one of the three interfaces that there are. It does what those do that were read and run: a
 * list that is not ready is answered in three ways, a missing route in another way each, errors are text.
 */
export async function openBridge(kind: BridgeKind, { key = 'bridge-key' } = {}) {
  const memory = bridgeMemory();
  const journal: Journaled[] = [];
  const trouble = faults();
  const door = new Door(key);
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const path = new URL(url, 'http://bridge').pathname;
    void bodyOf(request).then((body) => {
      const fault = trouble.take(`${method} ${url}`);
      const reply =
        fault?.does === 'refuse'
          ? text(fault.status, 'As the test wants')
          : (door.refusalOf(method, path, headerOf(request, 'x-provider-key') ?? '') ??
            routesOf(kind, memory, { method, path, url, body }));
      const [locale, accountUrl] = [headerOf(request, 'x-provider-locale'), headerOf(request, 'x-provider-url')];
      journal.push({ method, path: url, status: reply.status, locale, accountUrl });
      const newKey = door.newKeyOf(kind, path, reply.status);
      if (newKey !== null) response.setHeader('x-provider-key', newKey);
      send(response, reply, fault);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    key,
    journal,
    faults: trouble,
    ...control(memory, door),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What tests do with a bridge. */
const control = (memory: BridgeMemory, door: Door) => ({
  /** What it knows and was given. */
  memory: memory as Readonly<BridgeMemory>,
  add(given: Partial<BridgeContact> & { readonly id: string }) {
    const empty = { name: null, firstName: null, lastName: null, email: null, organization: null };
    memory.contacts.set(given.id, { ...empty, contactUrl: null, avatarUrl: null, phoneNumbers: [], ...given });
  },
  /** The next lists are not ready. */
  keepWaiting(times: number) {
    memory.notReady = times;
  },
  /** Routes that its CRM does not offer, such as `POST /contacts`. */
  leaveOut(...routes: readonly string[]) {
    for (const route of routes) memory.missing.add(route);
  },
  /** The next request whose method and path match is answered like this. */
  refuse(status: number, says: string, of = /./) {
    door.refusals.push({ status, says, of });
  },
  /** Every request is answered with 401, as some bridges do with every failure. */
  refuseAll(refuses: boolean) {
    door.refusesAll = refuses;
  },
  /** This key is taken from now on, and no other. */
  accept(key: string) {
    door.valid = [key];
  },
  /** From its next answer on only this key is taken. */
  renew(newKey: string) {
    door.renewed = newKey;
  },
});
export type Bridge = Awaited<ReturnType<typeof openBridge>>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += String(chunk);
  return body;
}

function send(response: ServerResponse, { status, type, body, headers = {} }: Reply, fault: Fault | null): void {
  const more = fault?.does === 'refuse' ? (fault.headers ?? {}) : {};
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  for (const [name, value] of Object.entries(more)) response.setHeader(name, value);
  if (fault === null || fault.does === 'refuse') response.writeHead(status, { 'content-type': type }).end(body);
  else answerWith(response, status, body, fault);
}
