import type { ServerResponse } from 'node:http';

/** What goes wrong with a request, in place of its answer. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string; readonly words?: string }
  /** The first byte comes so much later; then the request is answered. */
  | { readonly kind: 'late'; readonly ms: number }
  | { readonly kind: 'hang' | 'cut' | 'html' | 'empty' | 'huge' }
  /** JSON in no form that anybody knows, with what was sent in it. */
  | { readonly kind: 'odd' }
  /** Another address. */
  | { readonly kind: 'moved'; readonly to: string }
  /** The model does not want to; the model was cut off. */
  | { readonly kind: 'refusal' | 'length' };

/** How vendors word these; clients that look at words find them. */
const wordsOf: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'Incorrect API key provided.',
  403: 'You are not allowed to do this.',
  404: 'The model `gone` does not exist or you do not have access to it.',
  408: 'The request took too long.',
  413: 'The request is too large.',
  429: 'Rate limit reached.',
  500: 'The server had an error.',
  503: 'The service is overloaded.',
};

/** Plays a fault of the way there; false where it lies in the answer itself, which is to be made. */
export async function playFault(fault: Fault, response: ServerResponse, sent: Buffer): Promise<boolean> {
  switch (fault.kind) {
    case 'status': {
      const headers = {
        'content-type': 'application/json',
        ...(fault.retryAfter && { 'retry-after': fault.retryAfter }),
      };
      const message = fault.words ?? wordsOf[fault.status] ?? 'No.';
      response.writeHead(fault.status, headers).end(JSON.stringify({ error: { message, type: 'error', code: null } }));
      return true;
    }
    case 'late':
      await new Promise((resolve) => setTimeout(resolve, fault.ms));
      return false;
    case 'moved':
      response.writeHead(307, { location: fault.to }).end();
      return true;
    case 'hang':
      return true;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"id":"half');
      setTimeout(() => response.destroy(), 20);
      return true;
    case 'odd':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ hello: 'there', echo: sent.toString('utf8').slice(0, 20_000) }));
      return true;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
      return true;
    case 'empty':
      response.writeHead(200, { 'content-type': 'application/json' }).end();
      return true;
    case 'huge':
      sendMuch(response);
      return true;
    default:
      return false;
  }
}

function sendMuch(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const megabyte = Buffer.alloc(1024 * 1024, 32);
  let left = 40;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(megabyte)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}
