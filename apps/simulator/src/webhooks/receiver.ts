import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';

/** A request as the receiver got it. */
interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A program that documented calls are sent to: it keeps what it gets, and answers as it is told. */
export async function openReceiver() {
  const received: Received[] = [];
  let answer: RequestListener = (_request, response) => response.end();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ method: request.method, path: request.url, headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    received,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    answers(how: RequestListener) {
      answer = how;
    },
    /** Answers with these in turn, and with the last from then on. */
    answersWith(...statuses: number[]) {
      answer = (_request, response) => {
        const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
        response.writeHead(status).end();
      };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Whether a request is signed with the secret, as docs/WEBHOOKS.md says that receivers find out. */
export function isSigned(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  const expected = createHmac('sha256', secret)
    .update(`${String(headers['sidetone-timestamp'])}.${body}`)
    .digest();
  const given = Buffer.from(String(headers['sidetone-signature']).replace(/^v1=/, ''), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
