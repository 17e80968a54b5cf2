import { createServer, type IncomingMessage } from 'node:http';
import { answerWith, type Fault, faults } from '../crm/faults.ts';
import { graphOf, problem } from './graph.ts';
import { microsoftSignIn, type Reply } from './sign-in.ts';

/** A request as it came, without its token. */
interface Journaled {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  readonly at: number;
}

/**
 * Microsoft as its public documentation describes it, on loopback: the sign-in of an app, and the presence of one person by
 * Graph. It refuses what Microsoft refuses: other tokens, missing scopes, sessions of other apps, states and durations that
 * there are not.
 */
export async function openMicrosoft({
  app = { clientId: '6731de76-14a6-49ae-97bc-6eba6914391e', clientSecret: 'app-secret' },
  person = { id: '66825e03-7ef5-42da-9069-724602c31f6b', userPrincipalName: 'j.ahrens@kranich-logistik.example' },
  tenant = 'organizations',
} = {}) {
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const signIn = microsoftSignIn({ app, tenant }, now);
  const journal: Journaled[] = [];
  const trouble = faults();
  const graph = graphOf({ app, person, scopesOf: signIn.scopesOf }, now);

  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    void bodyOf(request).then((text) => {
      const fault = trouble.take(`${method} ${path}`);
      const url = new URL(path, 'http://microsoft');
      const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
      const form = isForm ? Object.fromEntries(new URLSearchParams(text)) : {};
      const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
      const reply =
        refusedBy(fault) ?? signIn.reply(method, url, form) ?? graph.reply(method, url, jsonOf(text), token);
      journal.push({ method, path, status: reply.status, body: isForm ? null : jsonOf(text), at: Date.now() });
      for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
      if (reply.location !== undefined) response.writeHead(reply.status, { location: reply.location }).end();
      else if (reply.html !== undefined)
        response.writeHead(reply.status, { 'content-type': 'text/html' }).end(reply.html);
      else answerWith(response, reply.status, reply.body === undefined ? '' : JSON.stringify(reply.body), fault);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    app,
    person,
    journal,
    faults: trouble,
    signIn,
    /** The state that others see because of the app; null for none. */
    shown: graph.shown,
    setInTeams: graph.setInTeams,
    /** Its clock is off by so much. */
    setClock(ms: number) {
      offsetMs = ms;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Microsoft = Awaited<ReturnType<typeof openMicrosoft>>;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += String(chunk);
  return body;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusedBy(fault: Fault | null): Reply | null {
  if (fault?.does !== 'refuse') return null;
  const { status, code = 'AsTheTestWants', headers = {} } = fault;
  return { ...problem(status, code), headers };
}
