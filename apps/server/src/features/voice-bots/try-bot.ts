import { type BotProblem, voiceLimits } from '@sidetone/contract/entities/assistant-voice.ts';
import { WebSocket } from 'ws';
import { isCertificateFault } from '../../network/certificate-faults.ts';
import { checkedAddresses } from '../../network/checked-addresses.ts';
import { isLate, onlyTo } from '../../network/only-to.ts';
import type { PrivateHosts } from '../../network/private-hosts.ts';
import { headersOf } from './names.ts';

/** Opens a connection to a bot as a call would, within the same time, signed with its secret, and closes it. Null where the bot took it. */
export async function tryBot(
  hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>,
  url: string,
  secret: string | null,
): Promise<BotProblem | null> {
  const found = await checkedAddresses(hosts, url, voiceLimits.addresses);
  if ('problem' in found) return found.problem;
  const socket = new WebSocket(url, {
    headers: headersOf(url, secret),
    followRedirects: false,
    perMessageDeflate: false,
    // Bots speak first where they want to; nobody listens.
    maxPayload: 64 * 1024,
    ...onlyTo(found.addresses, voiceLimits.openWithinMs),
  });
  return await new Promise((resolve) => {
    const end = (problem: BotProblem | null) => {
      clearTimeout(late);
      resolve(problem);
      if (problem === null) socket.close(1000);
      const gone = setTimeout(() => socket.terminate(), problem === null ? 1000 : 0);
      gone.unref();
    };
    const late = setTimeout(() => end('timedOut'), voiceLimits.openWithinMs);
    socket.once('open', () => end(null));
    socket.once('unexpected-response', () => end('refused'));
    socket.on('error', (error: Error & { code?: string }) => {
      const code = error.code ?? '';
      end(problemOf(code));
    });
  });
}

/** What a code of Node means; without one the other side said something that is no upgrade. */
function problemOf(code: string): BotProblem {
  if (code === '') return 'refused';
  if (isLate(code)) return 'timedOut';
  return isCertificateFault(code) ? 'certificate' : 'unreachable';
}
