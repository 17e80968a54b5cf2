import { parentPort } from 'node:worker_threads';
import { type Multistatus, readMultistatus } from './multistatus.ts';
import { excessOf, type XmlExcess, type XmlLimits } from './xml-limits.ts';

/** What the thread is asked; `xml` in UTF-8. */
export interface ReadingOrder {
  readonly xml: ArrayBuffer;
  readonly limits: XmlLimits;
}

export type ReadingOutcome =
  | { readonly did: 'read'; readonly multistatus: Multistatus | null }
  | { readonly did: 'refused'; readonly excess: XmlExcess };

async function read({ xml, limits }: ReadingOrder): Promise<ReadingOutcome> {
  const text = new TextDecoder().decode(xml);
  const excess = excessOf(text, limits);
  return excess ? { did: 'refused', excess } : { did: 'read', multistatus: await readMultistatus(text) };
}

// What fails here ends the thread, and the one that asked is told why.
parentPort?.on('message', async (order: ReadingOrder) => parentPort?.postMessage(await read(order)));
