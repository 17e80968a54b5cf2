import { X509Certificate } from 'node:crypto';
import { type GeneralJWS, GeneralSign, importPKCS8 } from 'jose';
import type { VconSigner } from './signing-key.ts';
import type { Vcon } from './vcon-schema.ts';

/** Media type of a vCon in JSON, signed or not. */
export const vconMediaType = 'application/vcon';

/**
 * The signed form of a vCon: JWS in its general JSON serialization, RS256, with the certificate. The algorithm stands in the
 * protected header and the rest beside it: the draft's example has all in both, which RFC 7515 §7.2.1 forbids.
 */
export async function signVcon(vcon: Vcon, { key, cert }: VconSigner): Promise<GeneralJWS> {
  const payload = new TextEncoder().encode(JSON.stringify(vcon));
  return await new GeneralSign(payload)
    .addSignature(await importPKCS8(key, 'RS256'))
    .setProtectedHeader({ alg: 'RS256' })
    .setUnprotectedHeader({ x5c: [new X509Certificate(cert).raw.toString('base64')], uuid: vcon.uuid })
    .sign();
}
