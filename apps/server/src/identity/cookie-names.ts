/**
 * What a cookie is called at an origin. Over HTTPS browsers enforce the prefixes (RFC 6265bis §4.1.3): `__Secure-` is set
 * by secure pages alone, and `__Host-` besides that for the whole of this very host, so that no other host of the same
 * domain can plant one.
 */
export const cookieName = (name: string, origin: string, scope: 'host' | 'path'): string => {
  if (!origin.startsWith('https:')) return name;
  return scope === 'host' ? `__Host-${name}` : `__Secure-${name}`;
};

/** The value of a cookie in a `Cookie` header (RFC 6265 §4.2.1), if it is there. */
export const cookieOf = (cookies: string, name: string): string | undefined =>
  cookies
    .split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
