import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** The header by which one node says who asked it; of anybody else it is removed. */
export const hopHeader = 'x-sidetone-hop';

/** Clocks of machines differ a little, and a request that waits for a connection is still good. */
const goodForMs = 60_000;
const longest = 2_000;
const longestHost = 300;

const hopShape = z.object({
  /** The node that handed the request on. */
  node: z.string().min(1).max(100),
  /** When, in ms since 1970. */
  at: z.number().int(),
  /** The client's own address. */
  address: z.union([z.ipv4(), z.ipv6()]),
  /** Whether the client's own connection is encrypted. */
  secure: z.boolean(),
  /** Name and port that the client asked for. */
  host: z.string().max(longestHost),
  /** The id under which the client of an event socket knows it. */
  socketId: z
    .string()
    .regex(/^\d{1,10}\.\d{1,10}$/)
    .optional(),
});

/** What a node says of a request that it hands on. */
export type Hop = z.infer<typeof hopShape>;

/** The part of a request that a signature is good for. */
interface Signed {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
}

export interface HopSigner {
  /** The header's value for one request. */
  sign(request: Signed, hop: Omit<Hop, 'at'>): string;
  /** What it says; undefined where no node of this cell wrote it for this request within the last minute. */
  read(request: Signed, value: string): Hop | undefined;
}

/** `secret`: what all carriers of a cell have, and nobody else. */
export function hopSigner(secret: Uint8Array, now: () => number = Date.now): HopSigner {
  const macOf = ({ method = '', url = '' }: Signed, body: string): Buffer =>
    createHmac('sha256', secret).update(`${method} ${url}\n${body}`).digest();
  return {
    sign(request, hop) {
      // What the home could not read would come from the address of this node, which is an inner one.
      const said = { ...hop, host: hop.host.slice(0, longestHost), at: now() };
      const body = Buffer.from(JSON.stringify(said)).toString('base64url');
      return `${body}.${macOf(request, body).toString('base64url')}`;
    },
    read(request, value) {
      if (value.length > longest) return undefined;
      const [body = '', given = ''] = value.split('.');
      const [expected, found] = [macOf(request, body), Buffer.from(given, 'base64url')];
      if (found.length !== expected.length || !timingSafeEqual(found, expected)) return undefined;
      const hop = hopShape.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data;
      return hop && Math.abs(now() - hop.at) <= goodForMs ? hop : undefined;
    },
  };
}
