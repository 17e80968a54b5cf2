import { isIP } from 'node:net';
import { voiceLimits } from '@sidetone/contract/entities/assistant-voice.ts';
import { WebSocket } from 'ws';
import { isCertificateFault } from '../../../../network/certificate-faults.ts';
import { isLate, onlyTo } from '../../../../network/only-to.ts';
import type { StreamOrder } from '../../media.ts';
import { MediaError } from '../../media.ts';
import { longestMessage } from './messages.ts';

const isTooLate = 'the program does not answer in time';
/** What ws reports of connections that are none, and what it means. */
const wordsOf: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection broke',
  EHOSTUNREACH: 'there is no way to the address',
  ENETUNREACH: 'there is no way to the address',
};

/**
 * Opens the connection to a program, at the first address of the order that takes it, with the certificate checked for the name in its URL;
 * redirects are not followed. `onOpen` is called before the first message can come. Throws `MediaError` STREAM_REFUSED,
 * also when `signal` ends the attempt, with nothing in it that the other side wrote.
 */
export function connectToProgram<T>(
  order: StreamOrder,
  signal: AbortSignal,
  onOpen: (socket: WebSocket) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const socket = newSocket(order);
    let isSettled = false;
    const settle = (): boolean => {
      if (isSettled) return false;
      isSettled = true;
      clearTimeout(patience);
      signal.removeEventListener('abort', giveUp);
      return true;
    };
    const refuse = (why: string, cause?: unknown) => {
      if (!settle()) return;
      socket.terminate();
      reject(refused(why, cause));
    };
    const giveUp = () => refuse('the stream was stopped');
    const patience = setTimeout(() => refuse(isTooLate), voiceLimits.openWithinMs);
    signal.addEventListener('abort', giveUp);
    socket.on('error', (error) => refuse(reasonOf(error), error)); // a socket that is terminated reports one more
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      refuse(`the program answers with status ${response.statusCode ?? 0}`);
    });
    socket.once('open', () => {
      if (!settle()) return;
      try {
        resolve(onOpen(socket));
      } catch (error) {
        socket.terminate();
        reject(error as Error);
      }
    });
    if (signal.aborted) giveUp();
  });
}

function newSocket({ url, addresses, headers }: StreamOrder): WebSocket {
  const host = hostOf(url);
  if (isIP(host) !== 0 && !addresses.includes(host)) throw refused('the address is not the one that was checked');
  try {
    return new WebSocket(url, {
      headers: { ...headers },
      ...onlyTo(addresses, voiceLimits.openWithinMs),
      maxPayload: longestMessage,
      maxFragments: 100,
      perMessageDeflate: false,
      followRedirects: false,
    });
  } catch (cause) {
    throw refused('the address of the program cannot be used', cause);
  }
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  } catch (cause) {
    throw refused('the address of the program cannot be used', cause);
  }
}

/** In our own words, as the library's quote the other side. */
function reasonOf(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (isCertificateFault(code)) return 'the certificate of the program is not trusted';
  if (isLate(code)) return isTooLate;
  return wordsOf[code] ?? 'the program opens no stream';
}

const refused = (why: string, cause?: unknown) => new MediaError('STREAM_REFUSED', why, { cause });
