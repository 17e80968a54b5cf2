import { readCellIdentity } from '../../../tls/cell.ts';
import { tlsWay } from '../far/tls-way.ts';
import type { MediaFact } from '../media.ts';
import { MediaClient } from '../media-client.ts';

/** What the process of a test is asked for: to call this method of its client. */
export interface ToCarrier {
  readonly id: number;
  readonly method:
    | 'adopt'
    | 'bridge'
    | 'close'
    | 'closeAll'
    | 'echo'
    | 'list'
    | 'openEndpoint'
    | 'play'
    | 'startRecording';
  readonly args: readonly unknown[];
}
export type FromCarrier =
  | { readonly fact: MediaFact }
  | { readonly outlived: true }
  | { readonly id: number; readonly value?: unknown; readonly code?: string };

// A carrier of a node in a process of its own, so that a test can freeze it:
// `node carrier-process.ts <media socket, or a place with what proves us> <node> <epoch> <data folder>`.
const [place = '', node = '', epoch = '0', root = ''] = process.argv.slice(2);

/** How media is reached: by a socket of this machine, or what JSON says of another one. */
function reach() {
  if (!place.startsWith('{')) return { socketPath: place };
  const { host, port, files } = JSON.parse(place);
  const identity = readCellIdentity(files, 'carrier');
  return { way: tlsWay({ host, port }, () => identity) };
}

const send = (what: FromCarrier) => process.send?.(what);
const media = new MediaClient({
  ...reach(),
  owner: { node, epoch: Number(epoch) },
  ...(root !== '' && { files: { root } }),
  onOutlived: () => send({ outlived: true }),
});
media.onFact((fact) => send({ fact }));
process.on('message', async ({ id, method, args }: ToCarrier) => {
  try {
    send({
      id,
      value: await (media[method] as (...given: readonly unknown[]) => Promise<unknown>).apply(media, [...args]),
    });
  } catch (error) {
    send({ id, code: (error as { code?: string }).code ?? String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
