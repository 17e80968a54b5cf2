import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { z } from 'zod';
import type { NodeSeat } from '../node-peers.ts';

/** The header field by which a carrier of the cell proves an INVITE; of anybody else it is as if it were not there. */
export const proofField = 'X-Sidetone-Node';

/** Clocks of machines differ a little, and an INVITE that is sent again is still good. */
const goodForMs = 60_000;
const longest = 1_000;
/** More calls than come between nodes while one proof is good. */
const mostKept = 50_000;

/** What decides whose call it is, where it goes and how its audio is. CSeq and Session-Expires may change on the way out. */
const signedFields = [
  'From',
  'To',
  'Call-ID',
  'Contact',
  'Max-Forwards',
  'P-Asserted-Identity',
  'Privacy',
  'Diversion',
  'History-Info',
  'X-Client-Correlation-Id',
  'Content-Type',
];

const shape = z.object({
  from: z.string().regex(/^[a-z0-9-]{1,40}$/),
  to: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** Of the carrier that is called: what was sent to an earlier one is worth nothing to the next. */
  epoch: z.number().int().nonnegative(),
  /** When, in ms since 1970. */
  at: z.number().int(),
  id: z.uuid(),
});

export interface InviteProofs {
  /** The value of the field for this INVITE, which is complete but for it. */
  sign(invite: SipRequest, to: NodeSeat): string;
  /**
   * The node whose carrier signed this INVITE for us within the last minute. `outlived`: for an earlier carrier of our node, or
   * more came than can be remembered. Undefined: nobody of the cell did, or it was read before.
   */
  read(invite: SipRequest): { readonly node: string } | 'outlived' | undefined;
}

/** `secret`: what all carriers of a cell have, and nobody else. */
export function inviteProofs(own: NodeSeat, secret: Uint8Array, now: () => number = Date.now): InviteProofs {
  /** When those that were read end, the first one first. */
  const read = new Map<string, number>();
  const isNew = (id: string): boolean => {
    for (const [known, endsAt] of read) {
      if (endsAt > now()) break;
      read.delete(known);
    }
    return !read.has(id);
  };
  const macOf = ({ method, uri, headers, body }: SipRequest, said: string): Buffer => {
    const fields = signedFields.map((name) => [name, headers.lines(name)]);
    return createHmac('sha256', secret)
      .update(JSON.stringify([method, uri, fields, body, said]))
      .digest();
  };
  return {
    sign(invite, { node, epoch }) {
      const proof: z.infer<typeof shape> = { from: own.node, to: node, epoch, at: now(), id: randomUUID() };
      const said = Buffer.from(JSON.stringify(proof)).toString('base64url');
      return `${said}.${macOf(invite, said).toString('base64url')}`;
    },
    read(invite) {
      const [value, ...more] = invite.headers.lines(proofField);
      if (value === undefined || more.length > 0 || value.length > longest) return undefined;
      const [said = '', given = ''] = value.split('.');
      const [expected, found] = [macOf(invite, said), Buffer.from(given, 'base64url')];
      if (found.length !== expected.length || !timingSafeEqual(found, expected)) return undefined;
      const proof = shape.safeParse(JSON.parse(Buffer.from(said, 'base64url').toString())).data;
      if (!proof || proof.to !== own.node || Math.abs(now() - proof.at) > goodForMs || !isNew(proof.id))
        return undefined;
      if (proof.epoch !== own.epoch || read.size >= mostKept) return 'outlived';
      // A clock that is ahead makes it good for longer.
      read.set(proof.id, now() + 2 * goodForMs);
      return { node: proof.from };
    },
  };
}
