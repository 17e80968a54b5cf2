import type { OpenProviders } from './ai/ports.ts';
import { ProviderFailure } from './ai/providers/failure.ts';
import type { UsableConnection } from './ai/providers/usable-connection.ts';

/** Nothing is asked of any service: each says that it is not reached, and the model on this server that there is none. */
export const noProviders: OpenProviders = {
  speech: (connection) => ({
    limits: { longestPieceSeconds: 0, largestPieceBytes: 0, times: 'none' },
    transcribe: () => Promise.reject(failureOf(connection)),
    check: () => Promise.reject(failureOf(connection)),
  }),
  language: (connection) => ({
    object: () => Promise.reject(failureOf(connection)),
    check: () => Promise.reject(failureOf(connection)),
  }),
};

const failureOf = ({ kind }: Pick<UsableConnection, 'kind'>): ProviderFailure =>
  new ProviderFailure('never', kind === 'local' ? 'noModel' : 'unreachable');
