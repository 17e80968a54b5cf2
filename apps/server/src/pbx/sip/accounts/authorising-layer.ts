import { createHash } from 'node:crypto';
import {
  type DigestAlgorithm,
  type DigestChallenge,
  digestResponse,
  parseDigestChallenge,
  serializeDigestCredentials,
} from '@sidetone/sip/grammar/digest.ts';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import { callIdOf, cseqOf, type SipRequest, type SipResponse } from '@sidetone/sip/messages/message.ts';
import type { SentRequest, TransactionLayer } from '@sidetone/sip/transactions/transaction-layer.ts';
import type { RequestLayer } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';

export interface DigestAccount {
  readonly username: string;
  readonly password: string;
}

/** A registrar and its proxy may each ask, and each may say once that its nonce grew stale. */
const mostAttempts = 4;

const hashNames: Record<DigestAlgorithm, string> = { MD5: 'md5', 'SHA-256': 'sha256' };

/**
 * Sends requests, and sends them again with credentials where they are challenged (RFC 3261 §22.2 and §22.3, RFC 8760).
 * Its user hears of a challenge only when the credentials were refused. A request that is sent again has a higher
 * CSeq, and later ones of its Call-ID count on from there.
 */
export function authorisingLayer(
  layer: Pick<TransactionLayer<Flow>, 'request' | 'sendAck'>,
  account: DigestAccount,
  token: () => string,
): RequestLayer {
  /** How far the CSeqs of a Call-ID run ahead of what the caller counts. */
  const ahead = new Map<string, number>();
  /** What the last request of a Call-ID was let through with; the ACK carries the same (RFC 3261 §22.1). */
  const proofs = new Map<string, readonly (readonly [string, string])[]>();

  return {
    request(bare, hop, listener) {
      const sipCallId = callIdOf(bare);
      const number = cseqOf(bare).number;
      const send = (proof: readonly (readonly [string, string])[], answered: readonly string[]): SentRequest =>
        layer.request(withProof(bare, number + (ahead.get(sipCallId) ?? 0), proof), hop, {
          onResponse(response) {
            const answers = answered.length < mostAttempts ? answersTo(response, bare, account, answered, token) : [];
            if (answers.length === 0) return listener.onResponse(response);
            ahead.set(sipCallId, (ahead.get(sipCallId) ?? 0) + 1);
            const kept = proof.filter(([name]) => !answers.some((answer) => answer.header[0] === name));
            const next = [...kept, ...answers.map(({ header }) => header)];
            if (bare.method === 'INVITE') proofs.set(sipCallId, next);
            current = send(next, [...answered, ...answers.map(({ key }) => key)]);
          },
          onFailure: (cause) => listener.onFailure(cause),
        });
      let current = send([], []);
      return {
        get request() {
          return current.request;
        },
        cancel: (headers) => current.cancel(headers),
      };
    },
    sendAck: (ack, hop) => layer.sendAck(withProof(ack, cseqOf(ack).number, proofs.get(callIdOf(ack)) ?? []), hop),
  };
}

interface ProofGiven {
  /** Whom it was given to, and whether they had called the one before stale. */
  readonly key: string;
  readonly header: readonly [string, string];
}

const answersTo = (
  response: SipResponse,
  request: SipRequest,
  account: DigestAccount,
  answered: readonly string[],
  token: () => string,
): ProofGiven[] => {
  if (response.status !== 401 && response.status !== 407) return [];
  const [asking, proving] =
    response.status === 401
      ? (['WWW-Authenticate', 'Authorization'] as const)
      : (['Proxy-Authenticate', 'Proxy-Authorization'] as const);
  const challenges = response.headers
    .lines(asking)
    .flatMap((line) => parseDigestChallenge(line, ['MD5', 'SHA-256']) ?? []);
  // RFC 8760 §2.4: the topmost that one knows is the one the other side likes best.
  const challenge = challenges[0];
  if (!challenge) return [];
  const first = `${proving} ${challenge.realm}`;
  const key = answered.includes(first) && challenge.stale ? `${first} stale` : first;
  if (answered.includes(key)) return [];
  return [{ key, header: [proving, proofOf(challenge, request, account, token)] }];
};

const proofOf = (
  challenge: DigestChallenge,
  request: SipRequest,
  account: DigestAccount,
  token: () => string,
): string => {
  const { realm, nonce, algorithm = 'MD5', opaque } = challenge;
  const hash = (text: string) => createHash(hashNames[algorithm]).update(text, 'utf8').digest('hex');
  const counted = challenge.qop ? { qop: 'auth', cnonce: token(), nc: '00000001' } : {};
  const given = { nonce, uri: request.uri, ...counted };
  const ha1 = hash(`${account.username}:${realm}:${account.password}`);
  return serializeDigestCredentials({
    ...given,
    username: account.username,
    realm,
    algorithm,
    response: digestResponse(given, request.method, ha1, hash),
    ...(opaque === undefined ? {} : { opaque }),
  });
};

const withProof = (request: SipRequest, cseq: number, proof: readonly (readonly [string, string])[]): SipRequest => {
  const headers = new HeaderFields();
  for (const [name, value] of request.headers)
    headers.add(name, name.toLowerCase() === 'cseq' ? `${cseq} ${request.method}` : value);
  for (const [name, value] of proof) headers.add(name, value);
  return { ...request, headers };
};
