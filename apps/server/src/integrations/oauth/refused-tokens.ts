import { type Connection, IntegrationError } from '../connector.ts';

/**
 * A connection whose token may be refused. One refusal is no sign-out: a token that is not new is renewed for the next request,
 * and a new one that is refused as well says that the connection may not do this.
 */
export function withRefusals<T extends object>(connection: T, isWorthRenewing: () => Promise<boolean>): T {
  const meant = async (error: unknown): Promise<unknown> => {
    if (!(error instanceof IntegrationError) || error.type !== 'refresh' || isOfSignIn(error)) return error;
    const more = { provablyNotTaken: true, cause: error };
    return (await isWorthRenewing())
      ? new IntegrationError('failed', 'The CRM did not take the token, which is renewed now', more)
      : new IntegrationError('forbidden', 'The CRM does not allow this to the connection', more);
  };
  return new Proxy(connection, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value === 'object' && value !== null && name === 'crm') return withRefusals(value, isWorthRenewing);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => heard(value.apply(target, given), meant);
    },
  });
}

/** The token endpoint itself said so. */
const isOfSignIn = (error: IntegrationError): boolean => error.translationKey === 'signedOut' && error.provablyNotTaken;

type Meant = (error: unknown) => Promise<unknown>;

function heard(result: unknown, meant: Meant): unknown {
  if (result instanceof Promise)
    return result.catch(async (error: unknown) => {
      throw await meant(error);
    });
  return isPortions(result) ? portions(result, meant) : result;
}

type Portions = ReturnType<Connection['changes']>;

const isPortions = (value: unknown): value is Portions =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function* portions(all: Portions, meant: Meant): Portions {
  try {
    yield* all;
  } catch (error) {
    throw await meant(error);
  }
}
