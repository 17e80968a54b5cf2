import type { BotProblem } from '@sidetone/contract/entities/assistant-voice.ts';
import { WebSocket } from 'ws';
import { isCertificateFault } from '../../network/certificate-faults.ts';
import { checkedAddress } from '../../network/checked-address.ts';
import type { PrivateHosts } from '../../network/private-hosts.ts';
import { headersOf } from './names.ts';

/** As long as a call waits for it: `openWithinMs` of the media process. */
const patienceMs = 2_000;

/** Opens a connection to a bot as a call would, signed with its secret, and closes it. Null where the bot took it. */
export async function tryBot(
  hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>,
  url: string,
  secret: string | null,
): Promise<BotProblem | null> {
  const found = await checkedAddress(hosts, url);
  if ('problem' in found) return found.problem;
  const { address } = found;
  const family = address.includes(':') ? 6 : 4;
  const socket = new WebSocket(url, {
    headers: headersOf(url, secret),
    followRedirects: false,
    perMessageDeflate: false,
    // Bots speak first where they want to; nobody listens.
    maxPayload: 64 * 1024,
    lookup: (_name, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
  });
  return await new Promise((resolve) => {
    const end = (problem: BotProblem | null) => {
      clearTimeout(late);
      resolve(problem);
      if (problem === null) socket.close(1000);
      const gone = setTimeout(() => socket.terminate(), problem === null ? 1000 : 0);
      gone.unref();
    };
    const late = setTimeout(() => end('timedOut'), patienceMs);
    socket.once('open', () => end(null));
    socket.once('unexpected-response', () => end('refused'));
    socket.on('error', (error: Error & { code?: string }) => {
      const code = error.code ?? '';
      // Without one the other side said something that is no upgrade.
      end(code === '' ? 'refused' : isCertificateFault(code) ? 'certificate' : 'unreachable');
    });
  });
}
