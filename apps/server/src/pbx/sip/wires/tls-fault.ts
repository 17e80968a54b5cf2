/** Why a TLS connection to `name` failed, in words for its administrator. */
export function tlsFault(
  error: { readonly code?: string | undefined; readonly message: string },
  name: string,
): string {
  const { code = '' } = error;
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate is not for ${name}`;
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${name} has expired`;
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${name} is not valid yet`;
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of ${name} is from an authority that is not trusted (${code})`;
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `${name} cannot be reached (${code})`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${name} ended the connection`;
    default:
      return `TLS with ${name} failed: ${code === '' ? error.message : code}`;
  }
}
