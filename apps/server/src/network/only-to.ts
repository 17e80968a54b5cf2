import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';

/**
 * Options of a connection that leads to these addresses alone, whatever its name leads to by now. They are tried in turn: each
 * has its part of `withinMs` to take the connection, and the last one whatever is left, which is for the caller to watch.
 */
export function onlyTo(addresses: readonly string[], withinMs: number) {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_name, options, done) => {
    const [first] = all;
    if (options.all === true) done(null, all);
    else if (first) done(null, first.address, first.family);
    else done(new Error('there is no address'), '');
  };
  return { lookup, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: Math.floor(withinMs / addresses.length) };
}

/** Whether a code of Node says that addresses did not take a connection within their time. */
export const isLate = (code: string): boolean => code === 'ERR_SOCKET_CONNECTION_TIMEOUT' || code === 'ETIMEDOUT';
