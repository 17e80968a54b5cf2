import type { ServerResponse } from 'node:http';

/** What goes wrong with a request to a CRM of the simulator. */
export type Fault =
  /** It is refused before anything happens. */
  | {
      readonly does: 'refuse';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** What the vendor says of it. */
      readonly words?: string;
      /** The vendor's own code for it, where it has such. */
      readonly code?: string;
    }
  /** It is done, and nobody hears of it. */
  | { readonly does: 'commitThenReset' }
  /** It is done, and the answer never comes. */
  | { readonly does: 'commitThenHang' }
  /** It is done, and the vendor says that it failed. */
  | { readonly does: 'commitThenFail' }
  /** A page for people comes, as of a proxy that is in the way; with status 200 where none is named. */
  | { readonly does: 'showPage'; readonly status?: number }
  /** Half of the answer comes. */
  | { readonly does: 'cutAnswer' }
  /** The answer has other words than it should. */
  | { readonly does: 'breakSchema' }
  /** Another answer comes, such as a page that was there before. */
  | { readonly does: 'answer'; readonly body: string }
  /** The answer is larger than anybody takes. */
  | { readonly does: 'flood'; readonly bytes: number };

/** Faults that wait for their request, in their order. */
export function faults() {
  const waiting: { readonly fault: Fault; readonly of: RegExp }[] = [];
  return {
    /** The next `times` requests whose method and path match fail like this. */
    next(fault: Fault, { times = 1, of = /./ }: { readonly times?: number; readonly of?: RegExp } = {}): void {
      for (let count = 0; count < times; count += 1) waiting.push({ fault, of });
    },
    /** The fault of a request, which is used up by it; null for none. */
    take(request: string): Fault | null {
      const at = waiting.findIndex(({ of }) => of.test(request));
      return at < 0 ? null : (waiting.splice(at, 1)[0]?.fault ?? null);
    },
    clear(): void {
      waiting.length = 0;
    },
  };
}

/** Sends the answer of a request that was done, with what goes wrong on its way. */
export function answerWith(response: ServerResponse, status: number, body: string, fault: Fault | null): void {
  const headers = { 'content-type': 'application/json;charset=utf-8' };
  switch (fault?.does) {
    case 'commitThenReset':
      response.destroy();
      return;
    case 'commitThenHang':
      return;
    case 'commitThenFail':
      response.writeHead(500, headers).end('{"status":"error","message":"internal error"}');
      return;
    case 'showPage':
      response
        .writeHead(fault.status ?? 200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Back soon</title>');
      return;
    case 'cutAnswer':
      response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
      response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.destroy());
      return;
    case 'breakSchema':
      response.writeHead(status, headers).end('{"results": [{"id": 17}], "ok": "no"}');
      return;
    case 'answer':
      response.writeHead(200, headers).end(fault.body);
      return;
    case 'flood':
      response.writeHead(status, headers).end(`{"results": [], "more": "${'x'.repeat(fault.bytes)}"}`);
      return;
    default:
      response.writeHead(status, headers).end(body);
  }
}
