/**
 * Whether a passkey states nothing of its maker, as it was asked to, or vouches for itself (WebAuthn §6.5.4). Certificates are
 * not looked at: checking them would have the server fetch lists from wherever the certificate says. Rejects for what is no
 * attestation.
 */
export async function statesNothing(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const stated = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = stated.get('fmt');
  return format === 'none' || (format === 'packed' && stated.get('attStmt').get('x5c') === undefined);
}
