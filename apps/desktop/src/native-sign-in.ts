import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const longestMs = 10 * 60 * 1000;

export interface NativeSignIn {
  /** Begins to listen; the address that the identity provider has to lead back to. What waited before is given up. */
  listen(): Promise<string>;
  /** Opens the address in the system's browser; the address at which it led back. Rejects when nobody came in time. */
  finish(url: string): Promise<string>;
  stop(): void;
}

interface Parts {
  openExternal(url: string): Promise<void>;
  /** What the browser shows when the person is back. */
  page(): string;
  /** Someone came back: the window comes to the front. */
  onBack(): void;
  after(ms: number, task: () => void): () => void;
}

interface Waiting {
  readonly server: Server;
  readonly redirect: string;
  readonly back: Promise<string>;
  giveUp(cause: Error): void;
}

/**
 * Signing in in the system's browser (RFC 8252 §7.3, §8.1): the program listens on a port of this machine for one request
 * that leads back. What comes back is worth nothing to others: the page that began has the verifier (RFC 7636) and its state.
 */
export function nativeSignIn(parts: Parts): NativeSignIn {
  let waiting: Waiting | null = null;

  async function listen(): Promise<string> {
    waiting?.giveUp(new Error('another sign-in began'));
    const { promise: back, resolve, reject } = Promise.withResolvers<string>();
    // Nobody may be waiting yet when it is given up.
    back.catch(() => {});
    const server = createServer((request, reply) => {
      const url = whole(request.url ?? '/', redirect);
      const isAnswer = request.method === 'GET' && url?.pathname === '/signed-in' && url.searchParams.has('state');
      reply.writeHead(isAnswer ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      reply.end(isAnswer ? parts.page() : '');
      if (!isAnswer) return;
      resolve(url.href);
      end();
      parts.onBack();
    });
    let redirect = 'http://127.0.0.1';
    await new Promise<void>((done, failed) => {
      server.once('error', failed);
      server.listen(0, '127.0.0.1', done);
    });
    redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/signed-in`;
    const cancel = parts.after(longestMs, () => made.giveUp(new Error('nobody signed in')));
    const end = () => {
      cancel();
      server.close();
      server.closeIdleConnections();
      if (waiting === made) waiting = null;
    };
    const made: Waiting = {
      server,
      redirect,
      back,
      giveUp(cause) {
        reject(cause);
        end();
      },
    };
    // Another one may have begun while this one found its port.
    waiting?.giveUp(new Error('another sign-in began'));
    waiting = made;
    return redirect;
  }

  return {
    listen,
    async finish(url) {
      const mine = waiting;
      if (mine === null) throw new Error('no sign-in was begun');
      await parts.openExternal(url);
      return mine.back;
    },
    stop: () => waiting?.giveUp(new Error('the program ends')),
  };
}

/** The address that was asked for, where it is one of ours; every program and page of this machine can ask for anything. */
function whole(asked: string, redirect: string): URL | null {
  if (!URL.canParse(asked, redirect)) return null;
  const url = new URL(asked, redirect);
  return url.origin === new URL(redirect).origin ? url : null;
}
