import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { createStore } from 'zustand/vanilla';
import { onPersonChange } from '#live/line/session.ts';
import { needsSignIn } from '../integration-list.ts';

/** A sign-in at the page of a CRM that has begun in this window. */
export interface WaitingSignIn {
  /** The integration's name. */
  readonly name: string;
  readonly displayName: string;
  /** The page to sign in at. */
  readonly url: string;
  /** When the server no longer takes it: ISO 8601. */
  readonly expiresAt: string;
}

/** Sign-ins that nothing has come of yet, by the integration's name. */
export const waitingSignIns = createStore<ReadonlyMap<string, WaitingSignIn>>(() => new Map());
onPersonChange(() => waitingSignIns.setState(new Map(), true));

/** The row of the integration waits from now on; a sign-in that waited before is forgotten. */
export function awaitSignIn(signIn: WaitingSignIn): void {
  waitingSignIns.setState(new Map([...waitingSignIns.getState(), [signIn.name, signIn]]), true);
}

/** Stops waiting for some integrations. */
export function forgetSignIns(names: readonly string[]): void {
  const before = waitingSignIns.getState();
  if (!names.some((name) => before.has(name))) return;
  waitingSignIns.setState(new Map([...before].filter(([name]) => !names.includes(name))), true);
}

type Connection = Pick<ConnectedIntegration, 'name' | 'state' | 'authenticationRequired'>;

/** What came of a sign-in: null while it may still happen. `now` is in milliseconds. */
export function signInOutcome<One extends Connection>(
  { name, expiresAt }: Pick<WaitingSignIn, 'name' | 'expiresAt'>,
  connections: readonly One[],
  now: number,
): { readonly is: 'connected'; readonly connection: One } | { readonly is: 'expired' } | null {
  const connection = connections.find((one) => one.name === name);
  if (connection && connection.state !== 'DISCONNECTING' && !needsSignIn(connection)) {
    return { is: 'connected', connection };
  }
  return now >= Date.parse(expiresAt) ? { is: 'expired' } : null;
}
