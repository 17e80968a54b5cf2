import type { Reach } from '../../reach/reach.ts';
import { speechByDeepgram } from './deepgram.ts';
import { ProviderFailure } from './failure.ts';
import type { LanguageProvider } from './language.ts';
import { languageBySdk } from './language-by-sdk.ts';
import { newMemory } from './quirks.ts';
import type { SpeechProvider } from './speech.ts';
import { speechByForm } from './speech-by-form.ts';
import type { UsableConnection } from './usable-connection.ts';

export interface ProvidersDeps {
  /** What connections reach other hosts by. */
  readonly reach: Reach;
  /** The recogniser on this machine; null where there is none. */
  readonly local: ((connection: UsableConnection) => SpeechProvider) | null;
}

/** Opens adapters of connections. What was learnt of a service is remembered from one adapter to the next. */
export function openProviders({ reach, local }: ProvidersDeps): {
  speech(connection: UsableConnection): SpeechProvider;
  language(connection: UsableConnection): LanguageProvider;
} {
  const memory = newMemory();
  return {
    speech(connection) {
      switch (connection.kind) {
        case 'openai':
        case 'openaiCompatible':
        case 'mistral':
          return speechByForm(connection, reach, memory);
        case 'deepgram':
          return speechByDeepgram(connection, reach);
        case 'local':
          if (local === null) throw new ProviderFailure('never', 'noModel');
          return local(connection);
        default:
          throw new ProviderFailure('never', 'notTheProtocol');
      }
    },
    language: (connection) => languageBySdk(connection, reach, memory),
  };
}
