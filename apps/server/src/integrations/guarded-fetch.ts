import type { PrivateHosts } from '../network/private-hosts.ts';
import { openReach } from '../reach/reach.ts';
import { ReachError } from '../reach/reach-error.ts';
import { AnswerTooLarge, IntegrationError } from './connector.ts';

/** What integrations reach other hosts by: as `reach` does it, with errors of integrations. */
export interface GuardedFetch {
  readonly fetch: typeof fetch;
  /** Closes connections that are kept open. */
  close(): void;
}

/**
 * `withinMs`: how long one request may take with all its redirects. Errors are `provablyNotTaken` where no connection was made
 * that the request could have left by.
 */
export function guardedFetch(hosts: PrivateHosts, withinMs?: number): GuardedFetch {
  const reach = openReach(hosts, withinMs === undefined ? {} : { withinMs });
  return {
    async fetch(input, init) {
      try {
        return await reach.fetch(input, init);
      } catch (error) {
        throw error instanceof ReachError ? integrationErrorOf(error) : error;
      }
    },
    close: reach.close,
  };
}

function integrationErrorOf(error: ReachError): IntegrationError {
  const { code, host, detail } = error;
  const { cause } = error;
  const provablyNotTaken = !error.isSent;
  switch (code) {
    case 'notWeb': {
      const said = host === '' ? 'This is not a web address' : `${host} is not a web address`;
      return new IntegrationError('invalid_url', said, { provablyNotTaken, translationKey: 'invalidUrl' });
    }
    case 'insecure':
      return new IntegrationError('invalid_url', `${host} is contacted over https only`, {
        provablyNotTaken,
        translationKey: 'insecureUrl',
      });
    case 'privateHost':
      return new IntegrationError('invalid_url', `${host} is in the internal network of this server`, {
        provablyNotTaken,
        translationKey: 'privateHost',
      });
    case 'movedAway':
      return new IntegrationError('not_found', `${host} redirects to another host`, {
        translationKey: 'noAddressBook',
      });
    case 'loop':
      return new IntegrationError('failed', `${host} redirects in a loop`, { translationKey: 'failed' });
    case 'oddStatus':
      return new IntegrationError('failed', `${host} answers with ${detail}`);
    case 'tooLarge':
      return new AnswerTooLarge(host);
    case 'timedOut':
      return new IntegrationError('unreachable', `${host} takes too long`, {
        cause,
        provablyNotTaken,
        translationKey: 'timedOut',
      });
    case 'certificate':
      return new IntegrationError('unreachable', `The certificate of ${host} is not trusted (${detail})`, {
        cause,
        provablyNotTaken,
        translationKey: 'certificate',
      });
    case 'unreachable':
      return new IntegrationError('unreachable', `${host} does not answer${detail === '' ? '' : ` (${detail})`}`, {
        cause,
        provablyNotTaken,
        translationKey: 'unreachable',
      });
  }
}
