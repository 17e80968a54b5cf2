import { createServer, type ServerResponse } from 'node:http';
import { answerWith, type Fault, faults } from '../faults.ts';

interface StoredContact {
  readonly id: string;
  name: string;
  readonly scope: 'PRIVATE' | 'SHARED' | 'INTERNAL';
  readonly numbers: readonly { readonly number: string; readonly type: readonly string[] }[];
  readonly emails: readonly { readonly email: string; readonly type: readonly string[] }[];
  readonly organization: readonly (readonly string[])[];
  readonly picture: string;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const mostAtOnce = 5000;

/**
 * The contacts of a sipgate account as its public description has them, on loopback: pages by offset, a filter by numbers, a token
 * with its id. It refuses other paths, other tokens and other queries.
 */
export async function openSipgate({ tokenId = 'token-A1B2C3', token = 'right-token' } = {}) {
  const contacts: StoredContact[] = [];
  const journal: string[] = [];
  const trouble = faults();
  const allowed = `Basic ${Buffer.from(`${tokenId}:${token}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    journal.push(`${method} ${url}`);
    const fault = trouble.take(`${method} ${url}`);
    send(response, replyTo(contacts, `${method} ${url}`, request.headers.authorization === allowed, fault), fault);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    key: `${tokenId}:${token}`,
    contacts,
    journal,
    faults: trouble,
    add(id: string, given: Partial<Omit<StoredContact, 'id'>> = {}): StoredContact {
      const empty = { name: '', scope: 'SHARED', numbers: [], emails: [], organization: [], picture: '' } as const;
      const made = { ...empty, ...given, id };
      contacts.push(made);
      return made;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Sipgate = Awaited<ReturnType<typeof openSipgate>>;

function replyTo(contacts: readonly StoredContact[], request: string, mayIn: boolean, fault: Fault | null): Reply {
  if (fault?.does === 'refuse') return { status: fault.status, body: { message: 'As the test wants' } };
  if (!mayIn) return { status: 401, body: { message: 'Unauthorized' } };
  const [method = '', url = ''] = request.split(' ');
  const { pathname, searchParams } = new URL(url, 'http://sipgate');
  if (method !== 'GET' || pathname !== '/v2/contacts') return { status: 404, body: { message: 'Not found' } };
  const unknown = [...searchParams.keys()].find((name) => !['limit', 'offset', 'phonenumbers'].includes(name));
  const [limit, offset] = [Number(searchParams.get('limit') ?? mostAtOnce), Number(searchParams.get('offset') ?? 0)];
  const isOdd = !Number.isInteger(limit) || limit < 1 || limit > mostAtOnce || !Number.isInteger(offset) || offset < 0;
  if (unknown !== undefined || isOdd) return { status: 400, body: { message: 'Invalid query' } };
  const numbers = searchParams.getAll('phonenumbers');
  const fitting = contacts.filter(
    (one) => numbers.length === 0 || one.numbers.some(({ number }) => numbers.includes(number)),
  );
  return { status: 200, body: { items: fitting.slice(offset, offset + limit), totalCount: fitting.length } };
}

function send(response: ServerResponse, { status, body }: Reply, fault: Fault | null): void {
  if (fault?.does === 'refuse')
    for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
  answerWith(response, status, JSON.stringify(body), fault);
}
